import type { ConversationalGolden } from "../../../golden/conversational-golden.js";
import { wordsOf } from "../agenda/slot-names.js";

const capital = "\\p{Lu}[\\p{L}'’-]+";
const own = new RegExp(
  `\\b(?:[Mm]y (?:full |first |last )?name(?: is|['’]s)|[Cc]all me|[Nn]ame:) (${capital}(?: ${capital}){0,3})`,
  "gu",
);
const presenting = new RegExp(
  `\\b(?:[Tt]his is|I am|I['’]m) (${capital} ${capital}|${capital}(?= (?:speaking|here|calling)\\b))`,
  "gu",
);
/** "Hi, I'm Tim." may as well be "I'm German": a name only of who is known by another one. */
const bare = new RegExp(
  `(?:^|[.!?] )(?:(?:[Hh]i|[Hh]ello|[Hh]ey|[Yy]es)(?: there)?[,.!]? )?(?:I am|I['’]m|[Tt]his is) (${capital})(?=[.,!]|$| and\\b)`,
  "gu",
);
const noName =
  /(?:an|ish|ese|ic|i|ch|ss|al|ed|ing|y)$|^(?:sorry|good|ok|okay|fine|done|back|here|sure|glad|diabetic)$/i;

/** The names that a line says to be the speaker's. */
export const namesIn = (say: string, golden: ConversationalGolden): readonly string[] =>
  [own, presenting, ...(isNamed(golden) ? [bare] : [])].flatMap((pattern) =>
    [...say.matchAll(pattern)].flatMap(([, name = ""]) => (pattern === bare && noName.test(name) ? [] : [name])),
  );

const isNamed = ({ facts = {}, persona }: ConversationalGolden): boolean =>
  persona?.name !== undefined ||
  Object.keys(facts).some((key) => /^(?:(?:full|first|given|user|customer) )?name$/.test(wordsOf(key)));
