import { hitsIn } from "./known-names.js";
import { quotes, type Slot, type SlotNames } from "./slot-names.js";
import { tokensOf } from "./tokens.js";

/** The facts that a clause speaks of: those whose values it quotes, else the one that it names first. */
export function factsIn(
  text: string,
  names: SlotNames,
): readonly { readonly slot: Slot; readonly label: string | null }[] {
  const quoted = names.given.filter((slot) => quotes(text, slot));
  if (quoted.length > 0) return quoted.map((slot) => ({ slot, label: null }));
  const [hit] = hitsIn(tokensOf(text), names, true);
  if (hit === undefined) return [];
  if (hit.slot.value !== null) return [{ slot: hit.slot, label: /\s/.test(hit.label ?? "") ? hit.label : null }];
  return hit.slot.instead.map((slot) => ({ slot, label: null }));
}
