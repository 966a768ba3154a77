import { messageOf } from "../../errors.js";
import type { AssertedFields } from "../../test-case/asserted-fields.js";
import type { JsonValue } from "../../test-case/json.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import type { Environment } from "../world/environment.js";
import { comparedBy, compareState, type StateComparison, type StateDifference } from "./compare-state.js";
import { replayActions } from "./replay-actions.js";
import { checkExpected, isMap, type Matching } from "./state-matching.js";

export interface StateToJudge extends Pick<AssertedFields, "expectedState" | "goldenActions"> {
  /** The state at the end. Absent: it is not known. */
  readonly actual?: JsonValue | undefined;
  /** The world to replay `goldenActions` on. */
  readonly environment?: Environment | undefined;
  /** What the replay came to, where it was made before, with no environment at hand. */
  readonly replayed?: { readonly state: JsonValue; readonly failures: readonly string[] } | undefined;
  readonly initialState?: JsonValue | undefined;
  /** Paths that do not count; see `compareState`. */
  readonly ignore?: readonly string[];
  /** How matchers in `expectedState` are tested. Default: there may be none but `$absent` and `$literal`. */
  readonly matching?: Matching;
}

export interface StateVerdict {
  readonly verdict: "passed" | "failed" | "errored" | "skipped";
  /** One line, with the first of the differences. */
  readonly reason: string;
  readonly differences: readonly StateDifference[];
  /** What decided. Absent: nothing is stated. */
  readonly field?: "expectedState" | "goldenActions";
}

/**
 * Whether a conversation left its world as its golden says: `expectedState` in part, and the state that `goldenActions`
 * lead to in full, whatever the way there. Where nothing is stated it is skipped; where it can't be told, errored.
 */
export function judgeState(given: StateToJudge): StateVerdict {
  const { actual, expectedState, goldenActions = [] } = given;
  if (expectedState === undefined && goldenActions.length === 0) return verdict("skipped", "no state is expected");
  if (actual === undefined)
    return verdict(
      "errored",
      "the state at the end is not known; simulate with an environment, or give its finalState",
    );
  if (expectedState !== undefined && !statesNothing(expectedState)) {
    const field = "expectedState";
    const compared = inPart(actual, expectedState, given);
    if (typeof compared === "string") return { ...verdict("errored", compared), field };
    if (!compared.matches) return { ...differing("the state at the end is not as expected", compared), field };
    if (goldenActions.length === 0) return { ...verdict("passed", "the state at the end is as expected"), field };
  }
  if (goldenActions.length === 0) return { ...verdict("errored", STATES_NOTHING), field: "expectedState" };
  return { ...byActions(actual, goldenActions, given), field: "goldenActions" };
}

const STATES_NOTHING =
  'expectedState is {}, which any state holds: it asserts nothing. Name what must be there, or what must be gone: { orders: { "A-1": { $absent: true } } }';

const statesNothing = (expected: JsonValue): boolean => isMap(expected) && Object.keys(expected).length === 0;

/** Against what is expected of it; a text says why that can't be. */
function inPart(
  actual: JsonValue,
  expected: JsonValue,
  { matching, ignore = [] }: StateToJudge,
): StateComparison | string {
  try {
    checkExpected(expected, matching, []);
    return comparedBy(matching, actual, expected, { mode: "partial", ignore });
  } catch (error) {
    return messageOf(error);
  }
}

/** Against the state that the golden's own actions lead to. */
function byActions(actual: JsonValue, actions: readonly ToolCall[], given: StateToJudge): StateVerdict {
  const { environment, initialState, ignore = [] } = given;
  const replay = given.replayed ?? replayOn(environment, actions, initialState);
  if (replay === undefined) return verdict("errored", "goldenActions can't be replayed without an environment");
  const { state, failures } = replay;
  if (failures.length > 0)
    return verdict(
      "errored",
      `the golden's own actions fail, so they show no state to compare with: ${andMore(failures)}`,
    );
  const compared = compareState(actual, state, { mode: "exact", ignore });
  if (compared.matches) return verdict("passed", "the state at the end is that which the golden's own actions lead to");
  return differing("the state at the end is not that which the golden's own actions lead to", compared);
}

const differing = (what: string, { differences, message }: StateComparison): StateVerdict =>
  verdict("failed", `${what}: ${andMore(message.split("\n"), differences.length)}`, differences);

/** A reason is one line. */
const andMore = ([first = "", ...more]: readonly string[], of = more.length + 1): string =>
  of === 1 ? first : `${first} (and ${String(of - 1)} more)`;

function replayOn(
  environment: Environment | undefined,
  actions: readonly ToolCall[],
  initialState: JsonValue | undefined,
): StateToJudge["replayed"] {
  if (environment === undefined) return undefined;
  const { state, failures } = replayActions(environment, actions, initialState === undefined ? {} : { initialState });
  return { state: state as JsonValue, failures };
}

const verdict = (
  of: StateVerdict["verdict"],
  reason: string,
  differences: readonly StateDifference[] = [],
): StateVerdict => ({ verdict: of, reason, differences });
