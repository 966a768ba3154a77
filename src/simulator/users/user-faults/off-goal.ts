import type { ConversationalGolden } from "../../../golden/conversational-golden.js";
import { normalise } from "../agenda/normalise.js";
import { tokensOf } from "../agenda/tokens.js";
import { functionWords, noFacts } from "../agenda/words.js";
import { isSmallTalk } from "./small-talk.js";

/** Fewer of them, on either side, may miss each other by chance: the same is said in other words. */
const FEWEST_WORDS = 10;
const FEWEST_LINES = 2;
/** Who says so much may as well be held against a golden that says little. */
const MANY = { lines: 4, words: 15 };
const FEW = { words: 3, little: 3 };
/** English is told by these many of its little words, which stand in any talk. */
const FEWEST_LITTLE = 4;
/** "Cancelled" is "cancellation". */
const ROOT = 5;

/**
 * Whether nothing that the user said is about what its golden has it want: not one word of its lines is one of its opening,
 * its goals, its scenario or its facts. Only where both sides say enough, in English, for that to be no chance.
 */
export function isOffGoal(golden: ConversationalGolden, lines: readonly string[]): boolean {
  if (lines.length < FEWEST_LINES) return false;
  const said = wordsOf(lines);
  const meant = wordsOf(aboutOf(golden));
  const fits = ({ roots, little }: Words, { words: fewest, little: fewestLittle }: typeof FEW): boolean =>
    roots.size >= fewest && little >= fewestLittle;
  const says = (words: number): boolean => fits(said, { words, little: FEWEST_LITTLE });
  const enough = { words: FEWEST_WORDS, little: FEWEST_LITTLE };
  const isMuch = lines.length >= MANY.lines && says(MANY.words) && fits(meant, FEW);
  if (!isMuch && !(says(FEWEST_WORDS) && fits(meant, enough))) return false;
  return [...said.roots].every((root) => !meant.roots.has(root));
}

/**
 * The same of what came after the opening, which its golden gives: not one word is about that, nor one of the agent's. Only
 * where so much is said that it is no chance.
 */
export function isOffGoalThen(
  golden: ConversationalGolden,
  later: readonly string[],
  replies: readonly string[],
): boolean {
  if (isWayward(golden) || later.length < MANY.lines || wordsOf(aboutOf(golden)).little < FEW.little) return false;
  const said = wordsOf(later);
  if (said.roots.size < MANY.words || said.little < FEWEST_LITTLE) return false;
  const meant = wordsOf([...aboutOf(golden), ...replies]);
  return [...said.roots].every((root) => !meant.roots.has(root));
}

/** Whether all that a user said is greetings, thanks and goodbyes, where its golden has it want more than that. English. */
export function isOnlySmallTalk(golden: ConversationalGolden, lines: readonly string[]): boolean {
  return lines.length > 0 && lines.every(isSmallTalk) && !courtesies.test(aboutOf(golden).join("\n"));
}

const courtesies =
  /\b(?:greet\w*|hello|hi|hey|good ?bye|bye|farewell|thank\w*|say(?:s|ing)? nothing|small ?talk|chats?|chatting|silent\w*)\b/i;

/** Whether a golden has its user talk of anything. */
export const isWayward = ({ scenario, persona }: ConversationalGolden): boolean =>
  wayward.test(`${scenario} ${persona?.characteristics ?? ""}`);

const wayward =
  /\b(?:evasiv\w*|confus\w*|rambl\w*|off.?topic|distract\w*|nonsense|gibberish|incoheren\w*|drunk\w*|ignor\w*|trolls?|trolling|chatty|digress\w*|small ?talk|absent.minded)\b/i;

const aboutOf = ({ scenario, opening = "", goals = [], facts = {} }: ConversationalGolden): readonly string[] => [
  scenario,
  opening,
  ...goals.map(({ say }) => say),
  ...Object.entries(facts).flatMap(([name, { value, aliases = [] }]) => [name, String(value), ...aliases]),
];

/** The roots of the words of texts that tell what they are about. */
export const rootsOf = (texts: readonly string[]): ReadonlySet<string> => wordsOf(texts).roots;

interface Words {
  readonly roots: ReadonlySet<string>;
  /** How many different words of grammar there are among them. */
  readonly little: number;
}

function wordsOf(texts: readonly string[]): Words {
  const tokens = texts.flatMap((text) => tokensOf(normalise(text)));
  const little = new Set(tokens.filter(({ word }) => functionWords.has(word)).map(({ word }) => word));
  const telling = tokens.filter(
    ({ word, stem }) => !functionWords.has(word) && !noFacts.has(word) && !chat.has(stem) && stem.length > 2,
  );
  return { roots: new Set(telling.map(({ stem }) => stem.slice(0, ROOT))), little: little.size };
}

/** What anybody says to an assistant, whatever it is about, and what scenarios say of any user. */
const chat: ReadonlySet<string> = new Set(
  (
    "hello hey you hear great fine well really very much actually appreciate understand user customer assistant agent " +
    "person talk speak chat ask say mention think feel seem sure glad happy nice take work find see able more most any"
  ).split(" "),
);
