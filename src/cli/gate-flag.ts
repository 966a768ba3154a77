import { RehearsalError } from "../errors.js";
import { pooledInterval } from "../evaluation/rates.js";
import { gateFault, gateText, thresholdOf, trialsNeeded, type Gate } from "../evaluation/gate.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { SimulateFlags } from "./simulate-flags.js";
import { BadValue } from "./option-values.js";

const FORMS = "passHatK=3,atLeast=0.8, passRate=0.9 or lowerBound=0.7";

/** `--gate`, in the names of the gate: `passHatK=3,atLeast=0.8`. */
export function gate(text: string): Gate {
  const parts = text.split(",").map((part) => part.split("=").map((word) => word.trim()));
  const given = Object.fromEntries(
    parts.map(([name = "", value]): [string, unknown] => [name, value === undefined ? undefined : numberOf(value)]),
  );
  const fault = parts.every((part) => part.length === 2) ? gateFault(given) : "is not made of name=value";
  if (fault !== undefined) throw new BadValue(`It ${fault}; it is one of ${FORMS}.`);
  return given as unknown as Gate;
}

/** As it was typed where it is no number. */
const numberOf = (value: string): unknown => {
  const number = Number(value);
  return value === "" || Number.isNaN(number) ? value : number;
};

/** As where the gate is decided. */
const EPSILON = 1e-9;

const trialsIn = (goldens: readonly ConversationalGolden[]): number =>
  goldens.reduce((sum, { trials = 1 }) => sum + trials, 0);

/** What a lower bound comes to where every trial succeeds. Null: the gate is none, or nothing counts. */
function mostFor(gate: Gate, goldens: readonly ConversationalGolden[], each?: number): number | null {
  if (!("lowerBound" in gate) || goldens.length === 0) return null;
  const counts = goldens.map(({ trials = 1 }) => ({ successes: each ?? trials, trials: each ?? trials }));
  return pooledInterval(counts)?.low ?? null;
}

const MOST_TRIALS = 10_000;

/** The fewest trials of each golden by which it can be reached, to be told. A bound of 1 is proved by no number of them. */
function enoughFor(gate: Gate, goldens: readonly ConversationalGolden[]): string {
  let each = 1;
  while (each < MOST_TRIALS && (mostFor(gate, goldens, each) ?? 1) < thresholdOf(gate) - EPSILON) each += 1;
  return each === MOST_TRIALS ? "" : `hold --trials ${String(each)}, or `;
}

/** Throws where the goldens have too few trials for the gate: what can't be reached needs no conversation. */
export function assertReachable(
  { gate, trial }: Pick<SimulateFlags, "gate" | "trial">,
  goldens: readonly ConversationalGolden[],
): void {
  if (gate === undefined) return;
  if (trial !== undefined)
    throw new RehearsalError("invalid_input", "--gate counts trials and --trial holds one: give one of the two.");
  const counted = goldens.filter(({ flaky }) => flaky !== true);
  const most = mostFor(gate, counted);
  if (most !== null && most < thresholdOf(gate) - EPSILON)
    throw new RehearsalError(
      "invalid_input",
      `--gate ${gateText(gate)} can't be reached by ${String(trialsIn(counted))} trials: if all of them succeed, they prove ` +
        `${most.toFixed(3)}. Nothing was run; ${enoughFor(gate, counted)}lower the gate.`,
    );
  const needed = trialsNeeded(gate);
  const few = goldens.find(({ trials = 1, flaky }) => flaky !== true && trials < needed);
  if (few !== undefined) {
    throw new RehearsalError(
      "invalid_input",
      `--gate passHatK=${String(needed)} needs ${String(needed)} trials of each golden, and "${few.id}" has ` +
        `${String(few.trials ?? 1)}. Nothing was run; give --trials ${String(needed)}, or more.`,
    );
  }
  if (goldens.length > 0 && goldens.every(({ flaky }) => flaky === true)) {
    throw new RehearsalError(
      "invalid_input",
      "--gate: all goldens that were chosen are flaky, and those do not count. Nothing was run.",
    );
  }
}
