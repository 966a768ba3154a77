import type { ToolMatchMode } from "../../test-case/asserted-fields.js";
import type { Verdict } from "../../test-case/metric.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import type { ArgumentRule } from "./arguments/argument-rule.js";
import type { Difference } from "./arguments/difference.js";
import type { IncludedCalls } from "./read-calls.js";

/** How calls are compared. */
export interface ToolMatchOptions {
  /** Absent means `"superset"`, and `"none"` where no call is expected (`[]`). */
  readonly mode?: ToolMatchMode;
  /** Absent means `"exact"` where the expected call gives arguments; where it gives none, none are compared. */
  readonly args?: ArgumentRule;
  /** The score that passes, from 0 to 1. Absent means 1: a full match. */
  readonly threshold?: number;
  /** Which calls count as made. Absent means `"made"`; the mode `"forbid"` always looks at attempts. */
  readonly include?: IncludedCalls;
  /**
   * A call that failed and was then repeated with the same arguments counts as one, in the place of the last
   * (`"collapse"`), or as several (`"count"`). Absent means `"collapse"`; the mode `"forbid"` looks at all.
   */
  readonly retries?: "collapse" | "count";
  /**
   * Whether a call that failed may be one that was expected (`"match"`) or is none (`"differ"`), so that it is missing and
   * still was made; one that is expected with an `error` is to fail either way. Absent means `"match"`, and `"differ"` in
   * `ToolCorrectnessMetric` where no `include` is given. The modes `"subset"` and `"forbid"` look at all.
   */
  readonly failed?: "match" | "differ";
}

/** An expected call and one that was made. */
export interface CallPair {
  readonly expected: ToolCall;
  readonly actual: ToolCall;
  /** Its place in the list of expected calls, from 0. */
  readonly expectedIndex: number;
  /** Its place in the list of actual calls, from 0. */
  readonly actualIndex: number;
  /** Number of the turn of the actual call, from 1; null where it is not known. */
  readonly turn: number | null;
  /** Number of the actual call in its turn (or in the list, where no turn is known), from 1. */
  readonly call: number;
  /** From 0 to 1; 1 where they match. Null: it can't be told. */
  readonly similarity: number | null;
  /** What differs, and why it can't be told. Empty where they match. */
  readonly differences: readonly Difference[];
}

/** What came of comparing the calls that were made with those that were expected. */
export interface ToolMatchResult {
  readonly mode: ToolMatchMode;
  /** `skipped`: nothing was expected. `errored`: it depends on something that is not known. */
  readonly verdict: Verdict;
  /**
   * From 0 to 1, 1 where the mode is fulfilled. `superset` and `inOrder`: recall; `subset`: precision; `exact` and
   * `sameMultiset`: F1; `forbid` and `none`: 1 or 0. Null: it can't be told, or there was nothing to score.
   */
  readonly score: number | null;
  /** The similarity of the best pairs, summed, as a share of the calls made. Null: as above, or has no meaning in this mode. */
  readonly precision: number | null;
  /** The same as a share of the calls required. */
  readonly recall: number | null;
  /** Pairs that match, in the order of the expected calls. */
  readonly pairs: readonly CallPair[];
  /** For each missing call the one that was made and comes nearest, where there is one of that name. */
  readonly nearMisses: readonly CallPair[];
  /** Pairs that can't be decided. */
  readonly undecided: readonly CallPair[];
  /** Required calls without a match. */
  readonly missing: readonly ToolCall[];
  /** Calls that were made and match no expected one; whether that matters is up to the mode. */
  readonly unexpected: readonly ToolCall[];
  /** Where the verdict was decided, from 1: the nearest miss, or the first call too many. */
  readonly turn?: number;
  readonly call?: number;
  /** One sentence. */
  readonly reason: string;
  /** Expected calls beside actual ones, line by line. */
  readonly details: readonly string[];
  /** The reason and the details, as a person reads them. */
  readonly message: string;
}
