import { excerpt, excerptOf } from "../../evaluation/neutralise.js";
import { matchToolCalls } from "../../metrics/trajectory/match-tool-calls.js";
import type { JsonObject } from "../../test-case/json.js";
import { knowsCallsOf, type LocatedCall } from "../../test-case/located-calls.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import { isUnfinished, UNFINISHED } from "../../test-case/unfinished.js";
import type { Outcome } from "./outcome.js";
import type { Subject } from "./subject.js";

/** The calls that `calledTool` found, for what is chained to it. */
export interface FoundCalls {
  readonly subject: Subject;
  /** The tool, and the arguments where they were given. */
  readonly wanted: string;
  readonly found: readonly LocatedCall[];
  /** Calls of the tool whose arguments or end are not known, so that they may be among the found ones or not. */
  readonly unclear: readonly LocatedCall[];
  /** All calls of the subject, in order. */
  readonly all: readonly LocatedCall[];
}

/**
 * Calls of a tool whose arguments contain the given ones. With `attempts` those also count that were requested and never
 * ran: what must not happen must not be attempted.
 */
export function findCalls(
  subject: Subject,
  name: string,
  args: JsonObject | undefined,
  attempts: boolean,
): FoundCalls | { readonly unknown: string } {
  const { calls } = subject.calls;
  if (calls.length === 0 && !knowsCallsOf(name, subject.calls)) return notAllKnown(subject);
  const wanted = args === undefined ? excerpt(name) : `${excerpt(name)} with ${excerptOf(args)}`;
  const named = calls.filter(({ call }) => call.name === name && (call.executed !== false || attempts));
  const verdicts = named.map(({ call }) => {
    const verdict = args === undefined ? "passed" : argumentsMatch(call, args);
    return verdict === "passed" && !attempts && isUnfinished(call) ? "errored" : verdict;
  });
  const found = named.filter((_, index) => verdicts[index] === "passed");
  const unclear = named.filter((_, index) => verdicts[index] !== "passed" && verdicts[index] !== "failed");
  return { subject, wanted, found, unclear, all: calls };
}

const argumentsMatch = (call: ToolCall, inputParameters: JsonObject) =>
  matchToolCalls([{ ...call, executed: true }], [{ name: call.name, inputParameters }], {
    mode: "superset",
    args: "contains",
  }).verdict;

/** Whether there is a call at all. */
export function wasCalled({ subject, wanted, found, unclear, all }: FoundCalls, name: string): Outcome {
  const { what } = subject;
  if (found.length === 0 && unclear.length > 0) return notKnown(wanted, unclear);
  if (found.length === 0 && !knowsCallsOf(name, subject.calls)) return notAllKnown(subject);
  const near = all.filter(({ call }) => call.name === name);
  const [title, shown] = near.length > 0 ? [`calls of ${excerpt(name)}`, near] : ["calls", all];
  return {
    holds: found.length > 0,
    unmet: `expected ${what} to have called ${wanted}${list(title, shown)}`,
    met: `expected ${what} not to have called ${wanted}${list("calls of it", found)}`,
  };
}

export function calledTimes({ subject, wanted, found, unclear }: FoundCalls, times: number): Outcome {
  if (unclear.length > 0) return notKnown(`${wanted} ${inWords(times)}`, unclear);
  if (found.length <= times && !subject.calls.complete) return notAllKnown(subject);
  const calls = list("calls of it", found);
  const { what } = subject;
  return {
    holds: found.length === times,
    unmet: `expected ${what} to have called ${wanted} ${inWords(times)}, but it did ${inWords(found.length)}${calls}`,
    met: `expected ${what} not to have called ${wanted} ${inWords(times)}${calls}`,
  };
}

/** Said where calls that nobody saw could change the answer. */
export function notAllKnown({ what, calls: { calls } }: Subject): { readonly unknown: string } {
  const why = calls.length === 0 ? "it was not traced" : "not all of it was traced";
  return {
    unknown: `it is not known which tools were called in ${what}: ${why}${calls.length === 0 ? "" : list("known calls", calls)}`,
  };
}

const notKnown = (wanted: string, unclear: readonly LocatedCall[]): Outcome => ({
  unknown: `it can't be told whether ${wanted} was called, since ${
    unclear.every(({ call }) => isUnfinished(call)) ? UNFINISHED : "arguments are not known"
  }${list("such calls", unclear)}`,
});

/** Compares the first of the found calls with the first call of another tool. */
export function calledBeside(
  { subject, wanted, found, all }: FoundCalls,
  order: "before" | "after",
  other: string,
): Outcome {
  if (!subject.calls.complete) return notAllKnown(subject);
  const [first] = found;
  const second = all.find(({ call }) => call.name === other);
  const theOther = excerpt(other);
  if (first === undefined || second === undefined) {
    return {
      unknown: `expected ${subject.what} to have called ${wanted} ${order} ${theOther}, but ${theOther} was never called${list("calls", all)}`,
    };
  }
  const { batch } = first.call;
  if (first !== second && batch !== undefined && batch === second.call.batch && first.turn === second.turn) {
    const both = list("calls", [first, second]);
    return { unknown: `${wanted} and ${theOther} were requested together, so neither came ${order} the other${both}` };
  }
  const between = all.indexOf(first) - all.indexOf(second);
  return {
    holds: order === "before" ? between < 0 : between > 0,
    unmet: `expected ${subject.what} to have called ${wanted} ${order} ${theOther}${list("calls", [first, second])}`,
    met: `expected ${subject.what} not to have called ${wanted} ${order} ${theOther}${list("calls", [first, second])}`,
  };
}

/** Those of the found calls that happened in a turn. */
export const callsIn = (calls: FoundCalls, turn: number): FoundCalls => ({
  ...calls,
  wanted: `${calls.wanted} in turn ${String(turn)}`,
  found: calls.found.filter((located) => located.turn === turn),
  unclear: calls.unclear.filter((located) => located.turn === turn),
});

const LISTED = 10;

function list(title: string, calls: readonly LocatedCall[]): string {
  if (calls.length === 0) return title === "calls" ? "\n  no tool was called" : "";
  const more = calls.length > LISTED ? [`    … and ${String(calls.length - LISTED)} more`] : [];
  return [`\n  ${title}:`, ...calls.slice(0, LISTED).map((it) => `    ${describe(it)}`), ...more].join("\n");
}

function describe({ call, turn, position }: LocatedCall): string {
  const where = turn === null ? `call ${String(position)}` : `turn ${String(turn)}, call ${String(position)}`;
  const args = call.inputParameters === undefined ? "(arguments not known)" : excerptOf(call.inputParameters);
  return `${where}: ${excerpt(call.name)} ${args}${call.executed === false ? " (requested, never ran)" : ""}`;
}

const inWords = (times: number): string => ["never", "once", "twice"][times] ?? `${String(times)} times`;
