import { RehearsalError } from "../errors.js";
import { given } from "./given.js";
import { unknownOption } from "../test-case/unknown-option.js";

/**
 * What the trials of a run must reach together, in place of each for itself.
 *
 * - `passHatK`, `atLeast`: the mean over goldens of pass^k, the chance that k trials all succeed. It needs k trials of each.
 * - `passRate`: the mean over goldens of the share of trials that succeed. A point estimate: few trials may pass by luck.
 * - `lowerBound`: the same share's lower bound of 95 %, so what the trials prove; the lower of Wilson's over all trials
 *   and of the one by drawing goldens anew. Ten of ten prove 0.72.
 */
export type Gate =
  | { readonly passHatK: number; readonly atLeast: number }
  | { readonly passRate: number }
  | { readonly lowerBound: number };

const forms = "{ passHatK: 3, atLeast: 0.8 }, { passRate: 0.9 } or { lowerBound: 0.7 }";

/** The gate that a caller gave, checked. */
export function checkedGate(value: unknown, where: string): Gate {
  const fault = gateFault(value);
  if (fault === undefined) return value as Gate;
  throw new RehearsalError("invalid_input", `${where}: gate ${fault}; it is one of ${forms}`);
}

/** What is wrong with a gate, as in `states nothing`. Undefined: it is one. */
export function gateFault(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return `is ${given(value)}`;
  const unknown = unknownOption(value, ["passHatK", "atLeast", "passRate", "lowerBound"]);
  if (unknown !== undefined) return `has an ${unknown}`;
  const { passHatK, atLeast, ...shares } = value as Readonly<Record<string, unknown>>;
  const kinds = ["passHatK", "passRate", "lowerBound"].filter((key) => key in value);
  if (kinds.length !== 1) return kinds.length === 0 ? "states nothing" : `states both ${kinds.join(" and ")}`;
  if (passHatK === undefined && "atLeast" in value) return "has atLeast, which belongs to passHatK";
  if (passHatK !== undefined && !(Number.isSafeInteger(passHatK) && (passHatK as number) >= 1))
    return `has passHatK ${given(passHatK)}, and it takes how many trials must all succeed, a whole number from 1`;
  if (passHatK !== undefined && atLeast === undefined)
    return "has passHatK without atLeast, the share that it must reach";
  const [[key, share] = ["atLeast", atLeast]] = passHatK === undefined ? Object.entries(shares) : [];
  if (typeof share === "number" && share > 0 && share <= 1) return undefined;
  return `has ${key} ${given(share)}, and it takes a share above 0, at most 1`;
}

/** What the gate holds against its figure. */
export const thresholdOf = (gate: Gate): number =>
  "passHatK" in gate ? gate.atLeast : "passRate" in gate ? gate.passRate : gate.lowerBound;

/** Sums of fractions are a little off: 0.8 that is reached must not fail by the sixteenth digit. */
const EPSILON = 1e-9;

/** Whether a figure reaches what the gate holds against it. */
export const reaches = (gate: Gate, figure: number): boolean => figure >= thresholdOf(gate) - EPSILON;

/** How many trials of each golden it needs. */
export const trialsNeeded = (gate: Gate): number => ("passHatK" in gate ? gate.passHatK : 1);

/** The figure's name: `pass^3`. */
export function figureName(gate: Gate): string {
  if ("passHatK" in gate) return `pass^${String(gate.passHatK)}`;
  return "passRate" in gate ? "pass rate" : "lower bound of the pass rate";
}

/** `pass^3 >= 0.8`. */
export const gateText = (gate: Gate): string => `${figureName(gate)} >= ${String(thresholdOf(gate))}`;
