import { contains } from "./normalise.js";
import { isForeign, mentionsIn, type Mention } from "./proper-names.js";
import { quotes, type Slot } from "./slot-names.js";
import { streetIn } from "./stated-values.js";

const cities = /\b(?:city|town|area|region|country|state|location|place)\b/;
const sites =
  /\b(?:location|place|venue|site|branch|office|clinic|practice|hospital|surgery|store|shop|outlet|restaurant|hotel|station|gym|studio|campus|library|depot|garage|warehouse|pharmacy|building|school|hall|pick ?up|drop ?off|locker)\b/;
/** What may be in a city, and yet has a name of its own. */
const venues = /\b(?:restaurant|hotel|venue)\b/;
const elsewhere = /\b(?:old|former|previous|current|birth|born|billing|from|origin|departure)\b/;
const nouns =
  "clinic|practice|hospital|surgery|branch|office|store|shop|outlet|restaurant|hotel|station|airport|gym|studio|campus|library|depot|" +
  "garage|warehouse|locker|location|site|centre|center|pharmacy|building|school|hall|street|avenue|road|terminal";
const head = new RegExp(`^ (${nouns})s?\\b`);
const isNoun = (word: string): boolean => new RegExp(`^(?:${nouns})$`).test(word);
const inside = /\bin (?:the |our |your )?$/;
const at = /\bat (?:the |our |your )?$/;

/** A fact that is a place where something is to be. */
export const isPlace = ({ words, shown }: Slot): boolean =>
  shown !== null && /\p{L}/u.test(shown) && !elsewhere.test(words) && (cities.test(words) || sites.test(words));

/** Places that the user knows, where a clause names another one: "at our Munich clinic" for the one in Berlin. */
export function wrongPlaces(
  text: string,
  given: readonly Slot[],
  known: string,
  proper: ReadonlySet<string>,
): readonly Slot[] {
  const mentions = mentionsIn(text, proper).filter(({ words, ...mention }) =>
    isForeign({ ...mention, words: words.filter((word) => !isNoun(word)) }, known),
  );
  const places = given.filter(({ words, shown }) => shown !== null && /\p{L}/u.test(shown) && !elsewhere.test(words));
  return mentions.flatMap((mention) => {
    const slot =
      addressOf(mention, places) ??
      placeOf(
        mention,
        places.filter((each) => !quotes(text, each)),
      );
    return slot === undefined ? [] : [slot];
  });
}

function placeOf({ words: name, before, after }: Mention, places: readonly Slot[]): Slot | undefined {
  if (!head.test(after) && name.every(isNoun)) return undefined;
  const noun = head.exec(after)?.[1] ?? name.find(isNoun);
  if (noun !== undefined) {
    const named = places.find(({ words, shown }) => contains(words, noun) || contains(shown ?? "", noun));
    return named ?? places.find(({ words }) => sites.test(words) && !venues.test(words));
  }
  if (inside.test(before))
    return (
      places.find(({ words }) => cities.test(words)) ??
      places.find(({ words }) => sites.test(words) && !venues.test(words))
    );
  if (at.test(before)) return places.find(({ words }) => sites.test(words));
  return places.find(({ words }) => (cities.test(words) || sites.test(words)) && before.endsWith(`${words}: `));
}

/** "5 Elm St in Munich": the user's own street, and another city. */
function addressOf({ before }: Mention, places: readonly Slot[]): Slot | undefined {
  const street = streetIn(before);
  if (street === null || !/^(?:,| in|, in) $/.test(before.slice(before.lastIndexOf(street) + street.length)))
    return undefined;
  return places.find(({ shown }) => contains(shown ?? "", street) && /, *\p{L}/u.test(shown ?? ""));
}
