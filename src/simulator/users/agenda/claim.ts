import type { Slot } from "./slot-names.js";
import { isSame } from "./stated-values.js";

/** What a clause says a fact to be, against what the user knows. */
export interface Claim {
  readonly slot: Slot;
  /** `unknown`: the user knows of the thing, or its name, and not its value. */
  readonly is: "right" | "wrong" | "unknown";
  readonly label: string | null;
  readonly own: boolean;
}

/** `counted`: what there are so many of, with their number. */
export type Stated = Claim & { readonly stated: string; readonly counted?: string };

/** What is stated of a slot: the user's own value, another one, or one that the user can't judge. */
export function judged(slot: Slot, stated: string, name: Pick<Claim, "label" | "own">, ending = false): Stated[] {
  if (slot.value === null && slot.instead.length === 0) return [{ ...name, slot, is: "unknown", stated }];
  const own = slot.value === null ? slot.instead : [slot];
  const [first] = own;
  if (first === undefined) return [];
  const right = own.find((each) => isSame(stated, each, ending));
  if (right !== undefined) return [{ ...name, slot: right, is: "right", stated }];
  return [{ ...name, slot: first, is: "wrong", stated }];
}
