import { RehearsalError } from "../../errors.js";
import type { MochaGlobals } from "./contexts.js";

/** What mocha offers to the file that it loads. */
export function mochaGlobals(): MochaGlobals {
  const globals = globalThis as unknown as Partial<MochaGlobals>;
  if (typeof globals.describe === "function" && typeof globals.it === "function") return globals as MochaGlobals;
  throw new RehearsalError(
    "missing_setting",
    "describeGoldens defines tests of mocha: call it in a file that mocha runs",
  );
}
