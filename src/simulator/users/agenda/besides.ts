import { deedWords } from "./deed-words.js";
import { deedsIn } from "./deeds.js";
import type { Mind } from "./demands.js";
import { contains } from "./normalise.js";
import { tokensOf, type Token } from "./tokens.js";
import { askingWords, functionWords, noFacts } from "./words.js";

/** What comes with any deed, and is no second thing that it is done to. */
const comesWith = new Set(
  (
    "fee cost tax charge price amount total difference shipping postage deposit balance confirmation receipt invoice label email " +
    "text message letter note copy status record ticket case refund payment process purchase transaction " +
    "request date time day number pin code reason terms conditions policy summary update way back " +
    "everything all rest duty interest tip part money credit proof document form link survey proceed continue more"
  ).split(" "),
);

const joining = /^(?:and|plus)$/;
const determiner = /^(?:your|the|a|an|another|both|this|that|these|those)$/;

/**
 * The one thing that the user wants something done to, where a clause of a proposal does it to another one besides: the
 * flight of "both your flight and your hotel". Null: there is no other, or it is the user's as well.
 */
export function onlyOf(text: string, mind: Mind): string | null {
  const { known, names } = mind;
  if (deedsIn(text).length === 0) return null;
  const tokens = tokensOf(text);
  const other = oneOfMany(text, mind) ?? insteadOfItem(tokens, mind);
  if (other !== null) return other;
  const isOwn = ({ word, stem }: Token): boolean =>
    contains(known, word) || contains(known, stem) || names.given.some(({ words }) => contains(words, stem));
  for (const [at, token] of tokens.entries()) {
    const alongWith = /^(?:along|together|well)$/.test(token.word) ? 2 : 0;
    if (!joining.test(token.word) && alongWith === 0) continue;
    const left = phraseBefore(tokens, at);
    const right = phraseAfter(tokens, at + Math.max(1, alongWith));
    const [first, second] = [left.at(-1), right.at(-1)];
    if (first === undefined || second === undefined || !isAfterDeed(tokens, at - left.length)) continue;
    const isThing = /^\p{L}{3,}$/u.test(second.word) && !comesWith.has(second.stem) && !noFacts.has(second.word);
    if (isThing && !right.some(isOwn) && !comesWith.has(first.stem) && contains(known, first.word)) return first.word;
  }
  return null;
}

const many = /\b(?:both|all)(?: of)?(?: your| the| my| these| those)? (?<things>\p{L}{3,}s)\b/u;
/** "Shall I cancel both subscriptions?", to somebody who has spoken of one. */
function oneOfMany(text: string, { known, names }: Mind): string | null {
  const things = many.exec(text)?.groups?.things ?? "";
  const [{ stem } = { stem: "" }] = tokensOf(things);
  if (stem === things || comesWith.has(stem) || !contains(known, stem) || contains(known, things)) return null;
  return names.given.some(({ words }) => tokensOf(words).some((token) => token.stem === stem)) ? null : stem;
}

/** What people call a thing without its name. */
const anyThing =
  /^(?:item|product|package|parcel|shipment|good|article|unit|piece|device|thing|set|pair|box|one|order|purchase)$/;
/** "Shall I return the shoes?", where the item is a jacket. */
function insteadOfItem(tokens: readonly Token[], { known, names, wanted }: Mind): string | null {
  const item = names.given.find(
    ({ words, shown }) => /^(?:item|product)(?: name)?$/.test(words) && shown !== null && !/\d/.test(shown),
  );
  if (item?.shown === undefined || item.shown === null) return null;
  const other = tokens.some(({ word }, at) => {
    const isWished = deedWords(word).some(({ family, form }) => form === "base" && wanted.deeds.has(family));
    if (!isWished || !determiner.test(tokens[at + 1]?.word ?? "")) return false;
    const things = phraseAfter(tokens, at + 1);
    const thing = things.at(-1);
    return (
      thing !== undefined &&
      !comesWith.has(thing.stem) &&
      !noFacts.has(thing.word) &&
      !anyThing.test(thing.stem) &&
      !things.some((each) => contains(known, each.word) || contains(known, each.stem) || each.word.length < 3)
    );
  });
  return other ? item.shown : null;
}

const isNoun = ({ word }: Token): boolean =>
  !functionWords.has(word) &&
  !askingWords.has(word) &&
  /^\p{L}/u.test(word) &&
  !deedWords(word).some(({ form }) => form !== "noun");

/** The words right before "and". */
function phraseBefore(tokens: readonly Token[], end: number): readonly Token[] {
  let from = end;
  while (from > 0) {
    const token = tokens[from - 1];
    if (token === undefined || token.stop || !isNoun(token)) break;
    from--;
  }
  return tokens.slice(from, end);
}

function phraseAfter(tokens: readonly Token[], start: number): readonly Token[] {
  let from = start;
  while (/^(?:also|as|with|then)$/.test(tokens[from]?.word ?? "")) from++;
  const isDetermined = determiner.test(tokens[from]?.word ?? "");
  if (isDetermined) from++;
  let to = from;
  while (to < tokens.length) {
    const token = tokens[to];
    if (token === undefined || !isNoun(token)) break;
    to++;
    if (token.stop) break;
  }
  // "And email you": a verb, of which nothing tells it but what follows.
  const isVerb = !isDetermined && determiner.test(tokens[to]?.word ?? "");
  const goesOn = /^(?:you|it|him|her|them|me|us)$/.test(tokens[to]?.word ?? "");
  return isVerb || goesOn ? [] : tokens.slice(from, to);
}

/** Only what is done to them counts. */
const isAfterDeed = (tokens: readonly Token[], at: number): boolean =>
  tokens
    .slice(Math.max(0, at - 3), at)
    .some(({ word }) => deedWords(word).some(({ form }) => form === "base" || form === "doing"));
