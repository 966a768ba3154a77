import { RehearsalError } from "../errors.js";
import { wrongKey } from "./option-keys.js";

const known = ["testCase", "golden", "run", "metrics", "model", "signal"];

/** Refuses what assertTest can't make sense of, with the call that was probably meant. */
export function checkAssertShape(options: unknown): void {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw wrong("it takes one object");
  }
  if (("turns" in options || "input" in options) && !("testCase" in options)) throw wrong("give the test case by name");
  const unknown = wrongKey(options, known);
  if (unknown !== undefined) throw wrong(unknown);
  const given = (key: string): unknown => (options as Record<string, unknown>)[key];
  const [testCase, golden, run] = [given("testCase"), given("golden"), given("run")];
  if (testCase === undefined && golden === undefined) {
    throw wrong("testCase" in options ? "testCase is undefined" : "neither testCase nor golden is given");
  }
  if (testCase !== undefined && golden !== undefined) throw wrong("both testCase and golden are given");
  if (Array.isArray(testCase)) throw wrong("testCase is an array: simulate() resolves to an array, so take one of it");
  if (golden === undefined) {
    if (run === undefined) return;
    throw wrong("run asks the agent the question of a golden, and a test case has its answer already");
  }
  if (typeof golden === "object" && golden !== null && "scenario" in golden) {
    throw wrong("a golden with a scenario is a conversation: simulate it, then assert its test case");
  }
  if (typeof run !== "function") throw wrong("run, the function that asks the agent, is missing");
}

const wrong = (what: string): RehearsalError =>
  new RehearsalError(
    "invalid_input",
    `assertTest: ${what}. Call it as assertTest({ testCase }) or assertTest({ golden, run: ({ input }) => answer(input) })`,
  );
