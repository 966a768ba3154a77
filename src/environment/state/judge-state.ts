import type { AssertedFields } from "../../test-case/asserted-fields.js";
import type { JsonValue } from "../../test-case/json.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import type { Environment } from "../world/environment.js";
import { compareState, type StateDifference } from "./compare-state.js";
import { replayActions } from "./replay-actions.js";

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
}

export interface StateVerdict {
  readonly verdict: "passed" | "failed" | "errored" | "skipped";
  readonly reason: string;
  readonly differences: readonly StateDifference[];
}

/**
 * Whether a conversation left its world as its golden says: `expectedState` in part, and the state that `goldenActions`
 * lead to in full, whatever the way there. Where nothing is stated it is skipped; where it can't be told, errored.
 */
export function judgeState(given: StateToJudge): StateVerdict {
  const { actual, environment, initialState, expectedState, goldenActions, ignore = [] } = given;
  const actions = goldenActions !== undefined && goldenActions.length > 0 ? goldenActions : undefined;
  if (expectedState === undefined && actions === undefined) return verdict("skipped", "no state is expected");
  if (actual === undefined)
    return verdict(
      "errored",
      "the state at the end is not known; simulate with an environment, or give its finalState",
    );
  const stated =
    expectedState === undefined ? undefined : compareState(actual, expectedState, { mode: "partial", ignore });
  if (stated?.matches === false)
    return verdict(
      "failed",
      `the state at the end is not as expected (expectedState):\n${stated.message}`,
      stated.differences,
    );
  if (actions === undefined) return verdict("passed", "the state at the end is as expected");
  const replay = given.replayed ?? replayOn(environment, actions, initialState);
  if (replay === undefined) return verdict("errored", "goldenActions can't be replayed without an environment");
  const { state, failures } = replay;
  if (failures.length > 0)
    return verdict(
      "errored",
      `the golden's own actions fail, so they show no state to compare with:\n${failures.join("\n")}`,
    );
  const replayed = compareState(actual, state, { mode: "exact", ignore });
  if (replayed.matches) return verdict("passed", "the state at the end is that which goldenActions lead to");
  const message = `the state at the end is not that which goldenActions lead to:\n${replayed.message}`;
  return verdict("failed", message, replayed.differences);
}

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
