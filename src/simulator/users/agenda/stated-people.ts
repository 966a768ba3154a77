import { contains } from "./normalise.js";
import type { Slot } from "./slot-names.js";
import { functionWords } from "./words.js";

const named = /\b(?:name|recipient|payee|beneficiary|receiver|patient|passenger|guest|contact|holder|customer)\b/;
const receives = /\b(?:recipient|payee|beneficiary|receiver)\b/;
const titles = /^(?:mr|mrs|ms|dr|miss|to|for|from|with|and|is|name|named)$/;
const paidTo =
  /(?:\d[\d.,]*(?: ?(?:\p{Sc}|dollars|euros|pounds|usd|eur|gbp))?|\b(?:it|this|that|money|funds|payment|amount|transfer|wire|send)) to (?:mr |mrs |ms |dr )?(\p{L}+(?: \p{L}+)?)(?![\p{L}\p{N}])/gu;

/** Facts that are people, of which a clause names another: "Rob Stone" for "Bob Stone", or somebody else who is paid. */
export function wrongPeople(text: string, given: readonly Slot[], known: string): readonly Slot[] {
  return given.filter(({ words, shown }) => {
    if (shown === null || !named.test(words) || !/^\p{L}[\p{L}' .-]*$/u.test(shown)) return false;
    return hasNamesake(text, shown) || (receives.test(words) && paysAnother(text, known));
  });
}

/** Somebody of the same last name. */
function hasNamesake(text: string, name: string): boolean {
  const parts = name.split(" ");
  const last = parts.at(-1) ?? "";
  if (parts.length < 2) return false;
  return [...text.matchAll(/(\p{L}+\.?) (?=(\p{L}+))/gu)].some(
    ([, before = "", after]) =>
      after === last && !parts.includes(before) && !titles.test(before) && !functionWords.has(before),
  );
}

const paysAnother = (text: string, known: string): boolean =>
  [...text.matchAll(paidTo)].some(([, who = ""]) => {
    const [first = ""] = who.split(" ");
    return !functionWords.has(first) && !contains(known, first);
  });
