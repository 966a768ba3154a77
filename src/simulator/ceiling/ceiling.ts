import { RehearsalError } from "../../errors.js";
import { money } from "../progress/progress-line.js";
import type { ProgressState } from "../progress/progress-state.js";

/** What a whole run may spend. Absent: as much as it takes. */
export interface CeilingOptions {
  readonly maxTokens?: number | undefined;
  readonly maxCost?: number | undefined;
}

/** Which ceiling was reached, as a sentence. Null: none. */
export function ceilingReached({ maxTokens, maxCost }: CeilingOptions, state: ProgressState): string | null {
  const { tokens, cost } = state;
  if (maxTokens !== undefined && (tokens.known ?? 0) >= maxTokens) {
    const spent = (tokens.known ?? 0).toLocaleString("en");
    return `The ceiling of ${maxTokens.toLocaleString("en")} tokens for the run was reached (maxTokens; ${spent} spent).`;
  }
  if (maxCost !== undefined && (cost.known ?? 0) >= maxCost) {
    return `The ceiling of ${money(maxCost)} for the run was reached (maxCost; ${money(cost.known ?? 0)} spent).`;
  }
  return null;
}

/** That a ceiling of cost can't be kept, since what a call costs is not known, as a sentence. */
export const uncostedText = ({ maxCost = 0 }: CeilingOptions, model: string): string =>
  `The ceiling of ${money(maxCost)} for the run can't be kept: what a call of "${model}" costs is not known, and has to stand in the price table (maxCost).`;

/** What a ceiling could not count, as a sentence. Null: it counted all. */
export function uncounted({ maxTokens, maxCost }: CeilingOptions, state: ProgressState): string | null {
  const missing = [
    ...(maxTokens !== undefined && state.tokens.unknownIn > 0 ? [of("tokens", state.tokens.unknownIn)] : []),
    ...(maxCost !== undefined && state.cost.unknownIn > 0 ? [of("cost", state.cost.unknownIn)] : []),
  ];
  if (missing.length === 0) return null;
  return (
    `${missing.join(", and ")}; the ceiling counted only what is known. Tokens are known of an agent whose model calls ` +
    "are traced (rehearsal doctor --agent), of a decision model that tells them (spent), costs where the model is in the price table or the span states its cost."
  );
}

const of = (what: "tokens" | "cost", count: number): string =>
  `the ${what} of ${count === 1 ? "1 conversation" : `${String(count)} conversations`} ${what === "cost" ? "is" : "are"} not wholly known`;

/** A positive amount, or none. */
export function checkedCeiling(name: "maxTokens" | "maxCost", value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "number" && Number.isFinite(value) && value > 0) return value;
  const got = typeof value === "number" ? String(value) : JSON.stringify(value);
  throw new RehearsalError("invalid_input", `simulate: ${name} must be a number above 0; got ${got}.`);
}
