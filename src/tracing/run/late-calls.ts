import type { CallRecord } from "../observe/call-record.js";
import type { RunIdentity } from "./run-store.js";
import { shared } from "./shared.js";

interface Late {
  /** By conversation: what the next run of it takes over. */
  readonly held: Map<string, { readonly after: RunIdentity; readonly records: CallRecord[] }>;
  count: number;
  last: string | undefined;
}

const late = shared("late-calls", (): Late => ({ held: new Map(), count: 0, last: undefined }));

/** Conversations, and calls of each, that are held at most; an agent's background work may go on for ever. */
const MOST_CONVERSATIONS = 100;
const MOST_CALLS = 100;

/** Calls of tools since the process began that came after the trace of their run was taken; for `tracingStatus()`. */
export const lateCalls = (): { readonly count: number; readonly last: string | undefined } => ({ ...late() });

/** Takes note of a call whose run has ended. Where that was a turn of a conversation, the next one takes the call over. */
export function noteLate(record: CallRecord, run: RunIdentity, isFirst: boolean): void {
  const all = late();
  all.count += 1;
  all.last = `${record.spec.type} "${record.spec.name}"`;
  if (isFirst) warn(all.last, run);
  const { conversationId } = run;
  if (conversationId === undefined) return;
  const known = all.held.get(conversationId);
  if (known === undefined) all.held.set(conversationId, { after: run, records: [record] });
  else if (known.records.length < MOST_CALLS) known.records.push(record);
  const [oldest] = all.held.keys();
  if (all.held.size > MOST_CONVERSATIONS && oldest !== undefined) all.held.delete(oldest);
}

/** What came between the turns of the run's conversation; of an earlier conversation of that name it is let go. */
export function takeLate(run: RunIdentity): readonly CallRecord[] {
  const { conversationId } = run;
  if (conversationId === undefined || late().held.size === 0) return [];
  const found = late().held.get(conversationId);
  late().held.delete(conversationId);
  return found !== undefined && isNextOf(found.after, run) ? found.records : [];
}

/** Whether `run` is a later turn of the same conversation. Turns are told apart by their number, where they have one. */
export function isNextOf(before: RunIdentity, run: RunIdentity): boolean {
  if (before.conversationId === undefined || before.conversationId !== run.conversationId) return false;
  const [old, turn] = [Number(before.turnId), Number(run.turnId)];
  return Number.isNaN(old) || Number.isNaN(turn) || turn > old;
}

function warn(what: string, { conversationId, turnId }: RunIdentity): void {
  const where = conversationId === undefined ? "" : ` (conversation ${conversationId}, turn ${turnId ?? "unknown"})`;
  const then =
    conversationId === undefined ? "it is in no trace" : "it is in the trace of the next turn, if there is one";
  process.emitWarning(
    `${what} was called after the agent's reply, when the trace had been taken${where}: ${then}. Await it before replying.`,
    { type: "RehearsalWarning", code: "REHEARSAL_LATE_CALL" },
  );
}
