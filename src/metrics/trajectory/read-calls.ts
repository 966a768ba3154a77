import type { LocatedCall } from "../../test-case/located-calls.js";
import { isChecked, parse } from "../../test-case/checking.js";
import { toolCallSchema, type ToolCall, type ToolCallInput } from "../../test-case/tool-call.js";
import { readArguments, type CallArguments } from "./arguments/call-arguments.js";

/**
 * Which of the calls count as made. `"made"`: those that ran, failed ones included. `"attempted"`: also those that the
 * model asked for and that nothing shows to have run (`executed: false`). `"succeeded"`: those that ran without an error.
 */
export type IncludedCalls = "made" | "attempted" | "succeeded";

/** A call as it can be compared. */
export interface ReadCall {
  /** Its place in the list that was given, from 0. */
  readonly index: number;
  readonly call: ToolCall;
  /** Number of its turn, from 1; null where it is not known. */
  readonly turn: number | null;
  /** Number of the call in its turn (or in the list, where no turn is known), from 1. */
  readonly position: number;
  readonly args: CallArguments;
}

/** Checks and reads the calls that were made. */
export function readActualCalls(calls: readonly (ToolCallInput | LocatedCall)[]): ReadCall[] {
  return calls.map((given, index) => {
    const located = isLocated(given) ? given : null;
    const { call, args } = readCall(located?.call ?? (given as ToolCallInput), "actual", index);
    const turn = located === null ? (call.turn ?? null) : located.turn;
    return { index, call, turn, position: located?.position ?? index + 1, args };
  });
}

const isLocated = (given: ToolCallInput | LocatedCall): given is LocatedCall =>
  typeof given === "object" && given !== null && "call" in given;

const known = new Set(["name", "type", "description", "reasoning", "inputParameters", "output", "id", "error"]);
for (const key of ["durationMs", "startTimeMs", "batch", "executed", "ended", "turn", "optional"]) known.add(key);

/** The call as it is where a glance shows that it is one, since thousands are read; else what its schema makes of it. */
export function readCall(given: ToolCallInput, list: string, index: number): Pick<ReadCall, "call" | "args"> {
  const plain = typeof given === "string" && given.trim() !== "" ? { name: given } : given;
  if (looksRight(plain)) {
    const args = readArguments(plain.inputParameters);
    if (args !== null) return { call: plain, args };
  }
  const call = parse(toolCallSchema, given, `${list}[${String(index)}]`);
  return { call, args: readArguments(call.inputParameters) ?? { kind: "unknown" } };
}

function looksRight(given: unknown): given is ToolCall {
  if (typeof given !== "object" || given === null) return false;
  if (isChecked(toolCallSchema, given)) return true;
  for (const key of Object.keys(given)) if (!known.has(key)) return false;
  const { name, type, executed, ended, optional, batch, error, turn, inputParameters } = given as {
    readonly [key: string]: unknown;
  };
  return (
    typeof name === "string" &&
    name.trim() !== "" &&
    (type === undefined || type === "function" || type === "mcp") &&
    (executed === undefined || typeof executed === "boolean") &&
    (ended === undefined || typeof ended === "boolean") &&
    (optional === undefined || typeof optional === "boolean") &&
    (batch === undefined || typeof batch === "string") &&
    (error === undefined || typeof error === "string") &&
    (turn === undefined || (Number.isInteger(turn) && Number(turn) > 0)) &&
    (typeof inputParameters === "string"
      ? true
      : typeof inputParameters === "object"
        ? !Array.isArray(inputParameters)
        : inputParameters === undefined)
  );
}

interface Selection {
  readonly include: IncludedCalls;
  readonly retries: "collapse" | "count";
  /** Names of the tools of which a call is expected that fails. */
  readonly mayFail: ReadonlySet<string>;
}

/** The calls that count, in order; a call that failed and was then repeated just the same counts once, as the last. */
export function selectCalls(calls: readonly ReadCall[], { include, retries, mayFail }: Selection): ReadCall[] {
  const included = calls.filter(({ call }) => {
    if (include === "attempted") return true;
    // A call that was refused did not run, and failed.
    if (call.error !== undefined && mayFail.has(call.name)) return true;
    return call.executed !== false && (include === "made" || call.error === undefined);
  });
  return retries === "count" ? included : collapseRetries(included);
}

function collapseRetries(calls: readonly ReadCall[]): ReadCall[] {
  if (calls.every(({ call }) => call.error === undefined)) return [...calls];
  // From the end: for each call the batch in which it was last made. Calls of one batch do not repeat each other.
  const lastMade = new Map<string, unknown>();
  const kept: ReadCall[] = [];
  for (const read of calls.toReversed()) {
    const key = read.args.kind === "known" ? `${read.call.name} ${read.args.canonical()}` : null;
    const batch = batchOf(read) ?? read;
    const later = key === null ? undefined : lastMade.get(key);
    if (read.call.error !== undefined && later !== undefined && later !== batch) continue;
    if (key !== null && later === undefined) lastMade.set(key, batch);
    kept.push(read);
  }
  return kept.reverse();
}

/** Calls of one turn that were requested together; null where the call stands alone. */
export const batchOf = ({ call, turn }: ReadCall): string | null =>
  call.batch === undefined ? null : `${String(turn)} ${call.batch}`;

/** Calls in their order; those that were requested together are one group, at the place of their first. */
export function groupCalls(calls: readonly ReadCall[]): number[][] {
  const groups: number[][] = [];
  const byBatch = new Map<string, number[]>();
  calls.forEach((read, index) => {
    const batch = batchOf(read);
    const group = batch === null ? undefined : byBatch.get(batch);
    if (group !== undefined) {
      group.push(index);
      return;
    }
    const fresh = [index];
    groups.push(fresh);
    if (batch !== null) byBatch.set(batch, fresh);
  });
  return groups;
}
