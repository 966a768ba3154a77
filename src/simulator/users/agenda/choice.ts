import type { Demand, Mind } from "./demands.js";
import { isInterrogative } from "./requests.js";
import { quotes } from "./slot-names.js";
import { contains } from "./normalise.js";
import { functionWords } from "./words.js";

/** "A refund or a replacement?" Null: no choice, or none that the user's facts or wishes decide. */
export function choice(text: string, { names, wish }: Pick<Mind, "names" | "wish">): readonly Demand[] | null {
  const options = /(\p{L}+)[,;]? or (?:an? |the |rather )?(\p{L}+)/u.exec(text);
  if (options === null || !/\?/.test(text)) return null;
  const fact = names.given.find((slot) => quotes(text, slot));
  if (fact !== undefined) return [{ kind: "fact", slot: fact, label: null, own: true, yesNo: false }];
  if (options.slice(1).some((option) => functionWords.has(option))) return null;
  const wished = options.slice(1).filter((option) => contains(wish, option));
  return wished.length === 1 && !isInterrogative(text) ? [{ kind: "wish", id: text }] : null;
}
