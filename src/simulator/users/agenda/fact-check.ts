import { isInterrogative } from "./requests.js";
import { asksWhether, hitsIn, spelt, type Hit } from "./known-names.js";
import { quotes, type Slot, type SlotNames } from "./slot-names.js";
import { tokensOf, type Token } from "./tokens.js";
import { functionWords } from "./words.js";

/** A fact that a clause states and wants to hear confirmed: "Is your order number A-1042?" */
export interface CheckedFact {
  readonly slot: Slot;
  readonly right: boolean;
  readonly label: string | null;
  readonly own: boolean;
}

/** Null: the clause checks no fact, or none that the user knows. */
export function factChecked(
  text: string,
  tokens: readonly Token[],
  hits: readonly Hit[],
  names: SlotNames,
): CheckedFact | null {
  if (isInterrogative(text) || /\b(?:or|which|what|whether|how|when|where|who)\b/.test(text)) return null;
  const right = names.given.find((slot) => quotes(text, slot));
  if (right !== undefined) return { slot: right, right: true, label: null, own: true };
  const [hit] = hits;
  if (hit === undefined || hit.slot.value === null || typeof hit.slot.value === "boolean") return null;
  const stated = statedAfter(hit, tokens);
  const another = /[\d@]/.test(stated) || (stated !== "" && !functionWords.has(stated.split(" ")[0] ?? ""));
  return another ? { slot: hit.slot, right: false, label: hit.label, own: hit.own } : null;
}

/** What a clause says a fact to be: "Kim" of "is your name Kim?" and of "your name is Kim, right?". */
function statedAfter({ from, to }: Hit, tokens: readonly Token[]): string {
  const after = spelt(tokens.slice(to));
  if (asksWhether.test(spelt(tokens.slice(0, from)))) return after.replace(/^(?:still|really) /, "");
  const stated = /^(?:is|was) (?!required|needed|missing|necessary)(.*)$/.exec(after);
  return stated?.[1] ?? "";
}

/** The facts that a clause speaks of: those whose values it quotes, else the one that it names first. */
export function factsIn(text: string, names: SlotNames): readonly Pick<CheckedFact, "slot" | "label">[] {
  const quoted = names.given.filter((slot) => quotes(text, slot));
  if (quoted.length > 0) return quoted.map((slot) => ({ slot, label: null }));
  const [hit] = hitsIn(tokensOf(text), names, true);
  if (hit === undefined) return [];
  if (hit.slot.value !== null) return [{ slot: hit.slot, label: /\s/.test(hit.label ?? "") ? hit.label : null }];
  return hit.slot.instead.map((slot) => ({ slot, label: null }));
}
