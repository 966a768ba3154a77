import { messageOf } from "../../errors.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import { isUnfinished, UNFINISHED } from "../../test-case/unfinished.js";
import { isKeys, type ArgumentRule } from "./arguments/argument-rule.js";
import { compareArguments } from "./arguments/compare-arguments.js";
import type { Difference, Note } from "./arguments/difference.js";
import { compareOutcome, statesOutcome } from "./compare-outcome.js";
import type { ExpectedCall } from "./expected-calls.js";
import type { ReadCall } from "./read-calls.js";

/** It can't be told whether the calls match: arguments or a turn are not known, or a matcher failed. */
export const UNDECIDED = -1;

/** Why a pair is undecided. */
export type Problem = (message: string) => void;

export interface PairRule {
  readonly args: ArgumentRule;
  /** Attempts are compared with what is forbidden: arguments that can't be read then don't clear a call. */
  readonly forbid: boolean;
  /** A call that failed is not the one that was expected, unless that states an `error`. */
  readonly failedDiffer: boolean;
  /** A call that had not ended may be the one that was expected, or not: it may yet fail. */
  readonly isEndNeeded: boolean;
}

/**
 * How well a call that was made agrees with an expected one: 1 where they match, else less (0 where name, type or turn
 * differ), or {@link UNDECIDED}. A type counts where the expected call states one.
 */
export function compareCalls(
  actual: ReadCall,
  expected: ExpectedCall,
  rule: PairRule,
  note?: Note,
  problem?: Problem,
): number {
  if (actual.call.name !== expected.call.name) return differ(note, "name", expected.call.name, actual.call.name);
  const { type, turn } = expected.call;
  const actualType = actual.call.type ?? "function";
  if (type !== undefined && type !== actualType) return differ(note, "type", type, actualType);
  const inTurn = turn === undefined || turn === actual.turn;
  if (!inTurn && actual.turn !== null) {
    differ(note, "turn", turn, actual.turn);
    // Said too where both differ, for a reader who looks for the nearest miss.
    if (note !== undefined) compareGiven(actual, expected, rule, note, problem);
    return 0;
  }
  const given = compareGiven(actual, expected, rule, note, problem);
  const outcome = outcomeOf(actual, expected, rule, note, problem);
  // What differs for sure differs, whatever can't be told besides.
  const agreement = given * outcome === 0 ? 0 : Math.min(given, outcome);
  if (inTurn || agreement < 1) return agreement;
  problem?.(`it must happen in turn ${String(turn)}, and it is not known in which turn the call was made`);
  return UNDECIDED;
}

/** 1, 0 or {@link UNDECIDED}; what is forbidden is so whatever comes of it. */
function outcomeOf(
  { call }: ReadCall,
  expected: ExpectedCall,
  rule: PairRule,
  note: Note | undefined,
  problem: Problem | undefined,
): number {
  if (rule.forbid) return 1;
  if (needsEnd(call, expected.call, rule)) return undecided(problem, UNFINISHED);
  try {
    const outcome = compareOutcome(call, expected.call, rule, note);
    return outcome === null ? undecided(problem, "its output was not recorded") : Number(outcome);
  } catch (error) {
    return undecided(problem, messageOf(error));
  }
}

const needsEnd = (call: ToolCall, expected: ToolCall, { isEndNeeded }: PairRule): boolean =>
  (isEndNeeded || statesOutcome(expected)) && isUnfinished(call);

function differ(note: Note | undefined, path: string, expected: string | number, actual: string | number): 0 {
  note?.({ path, expected, actual, message: `expected ${path} ${String(expected)}, got ${String(actual)}` });
  return 0;
}

function compareGiven(
  { args: actual }: ReadCall,
  expected: ExpectedCall,
  { args: rule, forbid }: PairRule,
  note: Note | undefined,
  problem: Problem | undefined,
): number {
  const asserted = expected.args === undefined ? assertsByItself(rule) : rule !== "ignore";
  if (expected.text !== undefined && rule !== "ignore") return compareRaw(actual, expected.text, note, problem);
  if (actual.kind === "unreadable") {
    if (forbid && !asserted) return 1;
    if (forbid) return undecided(problem, `its arguments can't be read (${actual.why})`);
    note?.({
      path: "",
      actual: actual.raw,
      message: `its arguments can't be read, so it matches nothing: ${actual.why}`,
    });
    return 0;
  }
  if (!asserted) return 1;
  if (actual.kind === "unknown") return undecided(problem, "its arguments were not recorded");
  try {
    return compareArguments(
      { actual: actual.value(), expected: expected.args?.value(), rule, tool: expected.call.name },
      note,
    );
  } catch (error) {
    return undecided(problem, messageOf(error));
  }
}

/** Whether a rule says something of a call that is expected without arguments. */
const assertsByItself = (rule: ArgumentRule): boolean =>
  typeof rule === "function" || (typeof rule === "object" && !isKeys(rule));

function compareRaw(
  actual: ReadCall["args"],
  raw: string,
  note: Note | undefined,
  problem: Problem | undefined,
): number {
  if (actual.kind === "unknown") return undecided(problem, "its arguments were not recorded");
  if (actual.kind === "unreadable" && actual.raw.trim() === raw) return 1;
  const got = actual.kind === "unreadable" ? actual.raw : actual.value();
  note?.({
    path: "",
    expected: raw,
    actual: got,
    message: `expected the text ${JSON.stringify(raw)}, got ${JSON.stringify(got)}`,
  });
  return 0;
}

function undecided(problem: Problem | undefined, message: string): number {
  problem?.(message);
  return UNDECIDED;
}

/** What is different between two calls, for a reader. */
export function differencesOf(actual: ReadCall, expected: ExpectedCall, rule: PairRule): Difference[] {
  const differences: Difference[] = [];
  compareCalls(
    actual,
    expected,
    rule,
    (difference) => differences.push(difference),
    (message) => differences.push({ path: "", message }),
  );
  return differences;
}
