import type { Trace } from "../../test-case/trace.js";
import { quietly } from "../faults.js";
import type { ReadSpan } from "../reading/read-span.js";
import type { CallRecord } from "../observe/call-record.js";
import { readCall } from "../observe/read-call.js";
import type { Recorded, RunStore } from "./run-store.js";
import { sharedSet } from "../../test-case/shared.js";

/** An open receiver of other processes' spans, as a run sees it. */
export interface Remote {
  /** Resolves when the spans of the run are complete, at the deadline, or when the run leaves. Never rejects. */
  settle(run: RunStore): Promise<void>;
  /** What could not be known of the run for want of spans, as sentences for `Trace.missing`. */
  missing(run: RunStore, trace: Trace): readonly string[];
  /** The run is about to end. */
  leave(run: RunStore): void;
}

const open = sharedSet<Remote>("receivers");

export const addRemote = (remote: Remote): void => void open().add(remote);
export const removeRemote = (remote: Remote): void => void open().delete(remote);

/** Whether there is anybody to wait for. */
export const mayWait = (): boolean => open().size > 0;

export async function settleRemote(run: RunStore): Promise<void> {
  if (open().size === 0 || !mayBeRemote(run)) return;
  await Promise.all([...open()].map((remote) => remote.settle(run)));
}

export function remotelyMissing(run: RunStore, trace: Trace): readonly string[] {
  if (open().size === 0 || !run.isOpen || !mayBeRemote(run)) return [];
  return [...open()].flatMap((remote) => remote.missing(run, trace));
}

export function leaveRemotes(run: RunStore): void {
  for (const remote of open()) remote.leave(run);
}

/**
 * Whether the agent, or a part of it, may be at work in another process: it was given the headers, something has come
 * from there, or nothing in this process tells what it did.
 */
function mayBeRemote(run: RunStore): boolean {
  if (run.headersRead || run.received.size > 0) return true;
  const own = run.records.filter((record) => !("isRemote" in record && record.isRemote));
  return !readRecords(own).some(({ kind }) => kind !== "custom");
}

/** The spans that the run recorded in this process. */
export const localSpans = (run: RunStore): readonly ReadSpan[] => readRecords(run.records);

export const readRecords = (records: readonly (Recorded | CallRecord)[]): readonly ReadSpan[] =>
  records.flatMap((record) => quietly("reading a span", () => readRecorded(record)) ?? []);

const readRecorded = (record: Recorded | CallRecord): ReadSpan =>
  "toReadSpan" in record ? record.toReadSpan() : readCall(record);
