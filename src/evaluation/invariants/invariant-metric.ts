import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import { callsUnknown, errored, measuredNow, scored, skipped, type Finding } from "../../metrics/measured.js";
import { knownCalls } from "../../test-case/located-calls.js";
import { isConversational, type Metric, type MetricResult, type TestCase } from "../../test-case/metric.js";
import { contextOf, type ToolSurroundings } from "./invariant-context.js";
import { standardInvariants } from "./standard-invariants.js";

/** Where a golden that `fuzz` found keeps the name of what its conversation broke. */
export const INVARIANT_KEY = "invariant";

/** The invariant that a golden's conversation is to be held against. Undefined: none. */
export const invariantOf = ({ metadata }: Pick<ConversationalGolden, "metadata">): string | undefined => {
  const name = metadata?.[INVARIANT_KEY];
  return metadata?.["script"] !== undefined && typeof name === "string" ? name : undefined;
};

/**
 * Does the invariant hold that the conversation of a golden found by `fuzz` broke? Of invariants that come with the
 * package, with their defaults; what is the user's own only `replay` of rehearsal/fuzz can be given.
 */
export class InvariantMetric implements Metric {
  readonly name = "Invariant";
  readonly threshold = 1;
  readonly #goldens: ReadonlyMap<string, ConversationalGolden>;
  readonly #around: ToolSurroundings;

  /** `goldens` are those that the conversations were held over: a test case lacks the facts of its golden. */
  constructor(goldens: readonly ConversationalGolden[], around: ToolSurroundings = {}) {
    this.#goldens = new Map(goldens.map((golden) => [golden.id, golden]));
    this.#around = around;
  }

  async measure(testCase: TestCase): Promise<MetricResult> {
    return this.measureNow(testCase);
  }

  measureNow(testCase: TestCase): MetricResult {
    return measuredNow(this, () => this.#finding(testCase));
  }

  #finding(testCase: TestCase): Finding {
    const golden = this.#goldens.get(testCase.goldenId ?? "");
    const name = golden === undefined ? undefined : invariantOf(golden);
    if (golden === undefined || name === undefined || !isConversational(testCase))
      return skipped("the golden names no invariant");
    const invariant = standardInvariants().find((each) => each.name === name);
    if (invariant === undefined) {
      return errored(
        `"${name}" is no invariant of Rehearsal's: give it to replay({ agent, golden, invariants }) of rehearsal/fuzz`,
      );
    }
    if (invariant.needsCalls === true && !knownCalls(testCase).complete)
      return errored(callsUnknown(testCase), ["toolsCalled"]);
    const breach = invariant.check(testCase, contextOf(golden, this.#around));
    if (breach === null) return { ...scored(1, 1), reason: `${name} held` };
    const { message, turn, call } = breach;
    return {
      ...scored(0, 1),
      reason: `${name}: ${message}`,
      ...(turn !== undefined && { turn }),
      ...(call !== undefined && { call }),
    };
  }
}
