import { RehearsalError } from "../errors.js";
import { described } from "../test-case/unknown-option.js";
import { notOptions, refuseUnknown } from "./options.js";
import { simulateOptions, type SimulateOptions } from "./simulate-options.js";

/** Throws where what `simulate` is given is no object of its options. */
export function checkOptions(options: unknown): asserts options is SimulateOptions {
  const got = notOptions(options);
  if (got === undefined) {
    // A near miss of `trial`, which is another thing.
    if ("trials" in (options as object))
      throw new RehearsalError(
        "invalid_input",
        "simulate: how many trials to hold is said by each golden: conversationalGoldens.map((golden) => ({ ...golden, trials: 5 })).",
      );
    refuseUnknown(options as object, simulateOptions);
    checkKinds(options as SimulateOptions);
    return;
  }
  throw new RehearsalError(
    "invalid_input",
    `simulate takes an object of options: simulate({ conversationalGoldens: [golden] }); got ${got}.`,
  );
}

function checkKinds({ onSimulationComplete, showIndicator }: SimulateOptions): void {
  const wrong = (name: string, kind: string, got: unknown): RehearsalError =>
    new RehearsalError("invalid_input", `simulate: ${name} must be ${kind}; got ${described(got)}`);
  if (onSimulationComplete !== undefined && typeof onSimulationComplete !== "function")
    throw wrong("onSimulationComplete", "a function", onSimulationComplete);
  if (showIndicator !== undefined && typeof showIndicator !== "boolean")
    throw wrong("showIndicator", "true or false", showIndicator);
}
