import { isPlanned } from "./planned.js";
import type { Slot, SlotNames } from "./slot-names.js";
import { isPerson, isSelf } from "./stated-people.js";
import { isPlace } from "./stated-places.js";
import { hasTime } from "./stated-times.js";
import { hasDay } from "./stated-weekdays.js";
import { tokensOf } from "./tokens.js";
import { askingWords, functionWords } from "./words.js";

/** Which facts a question is about, by what it asks; the first that finds one decides. */
const cues: readonly (readonly [asks: RegExp, keys: RegExp])[] = [
  [
    /\bwho\b.*\b(?:sent|sends|sender|ship|shipped|posted)\b|\bwho is it from\b/,
    /\b(?:sender|seller|merchant|retailer|shop|store)\b/,
  ],
  [/\bwho(?:m)?\b.*\b(?:report to|in charge|supervises|boss)\b/, /\b(?:manager|supervisor|boss)\b/],
  [/\bwho(?:m)?\b.*\b(?:cut|style|hair)/, /\b(?:stylist|hairdresser|barber)\b/],
  [/\bwho(?:m)?\b.*\b(?:teaches|lesson|class)/, /\b(?:teacher|tutor|instructor|trainer|coach)\b/],
  [
    /\bwhere\b.*\blived? (?:before|previously)\b|\bwhere\b.*\b(?:come|move|moved|moving) from\b/,
    /\b(?:old|former|previous)\b.*\b(?:address|city|town|country)\b/,
  ],
  [/\bwhere\b.*\b(?:work|based)\b/, /\b(?:office|work|workplace|employer|company|site)\b/],
  [/\bwhere\b.*\blive\b/, /^(?:home )?address$|\b(?:home|new) (?:address|city)\b|^(?:city|town)$/],
  [/\bwhere\b.*\bborn\b/, /\b(?:birthplace|place of birth|birth (?:place|city))\b/],
  [/\bwhere\b.*\b(?:pick|collect)/, /\b(?:pick ?up|collection)\b/],
  [/\bwhere\b.*\b(?:leave|drop)/, /\b(?:drop ?off|safe place|deposit)\b/],
  [/\bwhere\b.*\b(?:eat|dine|table)\b/, /\b(?:restaurant|venue)\b/],
  [/\bwhere\b.*\b(?:stay|sleep)\b/, /\b(?:hotel|city)\b/],
  [/\bhow heavy\b|\bhow much\b.*\bweighs?\b/, /\bweight\b/],
  [/\bhow old\b/, /\bage\b/],
  [/\bhow (?:tall|high)\b/, /\bheight\b/],
  [/\bhow (?:big|large)\b/, /\b(?:size|area|dimensions)\b/],
  [/\bhow far\b/, /\bdistance\b/],
  [/\bhow often\b/, /\b(?:frequency|interval|how often)\b/],
  [/\bhow long\b/, /\b(?:duration|length|term|period|nights|days|how long)\b/],
  [/\bhow much\b/, /\b(?:amount|price|cost|budget|rent|fee|total|sum|salary|income)\b/],
];

/** Whatever is only asked about in these words may be any fact of its kind. */
const little =
  /^(?:see|seeing|seen|meet|meeting|visit|visiting|consult|go|come|coming|take|place|hold|held|happen|book|booked|appointment|usually|normally|treats?|treated|table|people|person|person|there|many|much|you|deliver|suit)$/;
const past = /\b(?:did|was|were|had|have|has|last)\b/;

type Kind = readonly [asks: RegExp, is: (slot: Slot) => boolean];
const kinds: readonly Kind[] = [
  [/\bwho(?:m)?\b/, (slot) => isPerson(slot) && !isSelf(slot)],
  [/\bwhere\b/, isPlace],
  [/\bwhen\b|\b(?:what|which) (?:day|date)\b/, (slot) => hasDay(slot) && isPlanned(slot)],
  [/\bwhen\b|\bwhat time\b/, (slot) => hasTime(slot) && isPlanned(slot)],
  [/\bhow many\b/, ({ shown }) => /^\d+$/.test(shown ?? "")],
];

/** The facts that a question asks for without their names: "Whom would you like to see?" asks for the `doctor`. */
export function byQuestion(text: string, { given }: SlotNames): readonly Slot[] {
  const known = given.filter(({ value }) => value !== null);
  for (const [asks, keys] of cues) {
    const slot = asks.test(text) ? known.find(({ words }) => keys.test(words)) : undefined;
    if (slot !== undefined) return [slot];
  }
  const [first, ...more] = kinds.flatMap(([asks, is]) => (asks.test(text) ? [known.filter(is)] : []));
  const ofKind = first === undefined ? [] : first.length > 0 ? first : more.flat();
  const content = tokensOf(text).filter(({ word }) => !functionWords.has(word) && !askingWords.has(word));
  const named = ofKind.filter(({ words }) => content.some(({ word }) => sharesRoot(word, words)));
  if (named.length > 0) return named;
  const isOpen = !past.test(text) && content.every(({ word }) => little.test(word));
  return isOpen && ofKind.length === 1 ? ofKind : [];
}

const rootOf = (word: string): string => word.slice(0, 4);
const sharesRoot = (word: string, words: string): boolean =>
  word.length > 3 && words.split(" ").some((own) => own.length > 3 && rootOf(own) === rootOf(word));

/** "When would you like to come?", told the day, is told the time as well. */
export function alsoWhen(slot: Slot, text: string, { given }: SlotNames): readonly Slot[] {
  if (!/\bwhen\b/.test(text) || past.test(text) || !isPlanned(slot)) return [slot];
  const lacks = hasTime(slot) && !hasDay(slot) ? hasDay : hasDay(slot) && !hasTime(slot) ? hasTime : null;
  const [other, ...more] =
    lacks === null ? [] : given.filter((each) => each !== slot && isPlanned(each) && lacks(each));
  return other === undefined || more.length > 0 ? [slot] : hasDay(other) ? [other, slot] : [slot, other];
}
