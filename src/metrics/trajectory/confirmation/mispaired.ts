import { normalised } from "../../values/normalised.js";
import { tokensOfNormalised } from "../../values/tokens.js";
import { otherOf } from "./alternatives.js";
import { isMoney, says, type KeyValue } from "./key-values.js";
import type { Misplaced } from "./misplaced.js";

const PARTS = /[,;?!]|\.(?=\s|$)|(?<!\p{L})(?:and|but|plus|as well as)(?!\p{L})| [–—-] /iu;

/**
 * An amount that the proposal says of another than the call is about: "$50 to Anna and $30 to Bob", and Bob gets $50. Only parts
 * of a sentence that name one of each are held against it.
 */
export function mispairedIn(values: readonly KeyValue[], proposal: string): Misplaced | null {
  const amounts = values.filter(({ kind, inList }) => kind === "amount" && !inList);
  const [amount, ...more] = amounts;
  if (amount === undefined || more.length > 0) return null;
  const parts = normalised(proposal)
    .split(PARTS)
    .map((part) => tokensOfNormalised(part))
    .filter((part) => part.filter(isMoney).length === 1);
  if (parts.length < 2) return null;
  for (const value of values) {
    if (value.inList || value.kind === "amount" || value.kind === "currency" || value.kind === "flag") continue;
    const own = parts.filter((part) => says(part, value));
    if (own.length === 0 || own.some((part) => says(part, amount))) continue;
    const written = own[0]?.find((token) => says([token], { ...value, tokens: value.tokens.slice(0, 1) }));
    const isOther = otherOf(value, written);
    const owned = new Set(own);
    const other = parts.some(
      (part) =>
        !owned.has(part) &&
        says(part, amount) &&
        isOther !== null &&
        part.some((token, index) => isOther(token, index, part)),
    );
    if (other)
      return {
        verdict: "failed",
        what: `with ${amount.path} ${amount.said} for ${value.path} ${value.said}, and the assistant had proposed that for another`,
      };
  }
  return null;
}
