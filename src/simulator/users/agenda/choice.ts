import type { Demand, Mind } from "./demands.js";
import { isInterrogative } from "./requests.js";
import { hitsIn } from "./known-names.js";
import { tokensOf } from "./tokens.js";
import { quotes } from "./slot-names.js";
import { contains } from "./normalise.js";
import { functionWords } from "./words.js";

const noChoice =
  / or (?:not|so|no|any|if|do|did|would|should|shall|can|could|may|is|are|have|more|less|later|earlier|fewer|longer|concerns|comments|issues|without)\b|\b(?:if|whether|within|questions|\d+) or \b|\b\d+ or \d+ (?:minutes?|hours?|days?|weeks?)\b/;

/** "The 9 am or the 5 pm flight?": yes says nothing. */
export const isChoice = (text: string): boolean => / or /.test(text) && /\?/.test(text) && !noChoice.test(text);

/** "A refund or a replacement?" Null: no choice, or none that the user's facts or wishes decide. */
export function choice(text: string, { names, wish }: Pick<Mind, "names" | "wish">): readonly Demand[] | null {
  const options = /(\p{L}+)[,;]? or (?:an? |the |rather )?(\p{L}+)/u.exec(text);
  if (options === null || !/\?/.test(text)) return null;
  const fact = names.given.find((slot) => quotes(text, slot));
  if (fact !== undefined) return [{ kind: "fact", slot: fact, label: null, own: true, yesNo: false }];
  if (options.slice(1).some((option) => functionWords.has(option))) return null;
  // "Delivery or pickup?": "home delivery", or a `delivery_address`.
  const held = names.given.filter(
    ({ shown, words }) =>
      shown !== null && options.slice(1).some((one) => contains(shown, one) || contains(words, one)),
  );
  const [only] = held;
  if (held.length === 1 && only !== undefined && !isInterrogative(text))
    return [{ kind: "fact", slot: only, label: null, own: true, yesNo: false }];
  const wished = options.slice(1).filter((option) => contains(wish, option));
  if (isInterrogative(text)) return null;
  if (wished.length === 1) return [{ kind: "wish", id: text }];
  const bare = /^(?:\p{L}+ ){1,3}or (?:\p{L}+ ?){1,3}\?$/u.test(text) && hitsIn(tokensOf(text), names).length === 0;
  return bare ? [{ kind: "unknown", id: text, label: null, own: false }] : null;
}
