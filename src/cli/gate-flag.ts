import { RehearsalError } from "../errors.js";
import { gateFault, trialsNeeded, type Gate } from "../evaluation/gate.js";
import { outOfReach } from "../evaluation/gate-reach.js";
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

/** Throws where the goldens have too few trials for the gate: what can't be reached needs no conversation. */
export function assertReachable(
  { gate, trial }: Pick<SimulateFlags, "gate" | "trial">,
  goldens: readonly ConversationalGolden[],
): void {
  if (gate === undefined) return;
  if (trial !== undefined)
    throw new RehearsalError("invalid_input", "--gate counts trials and --trial holds one: give one of the two.");
  const beyond = outOfReach(gate, goldens);
  if (beyond !== null) {
    const { what, enough } = beyond;
    const more = enough === null ? "" : `hold --trials ${String(enough)}, or `;
    throw new RehearsalError("invalid_input", `--gate ${what}. Nothing was run; ${more}lower the gate.`);
  }
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
