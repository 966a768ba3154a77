import type { CallRecord } from "../observe/call-record.js";
import type { Recorded, RunIdentity } from "./run-store.js";
import { shared } from "../../test-case/shared.js";

type Held = Recorded | CallRecord;

/** `over`: its test case is still ours to add to, as while others are held. */
type Standing = "under way" | "over" | "handed out";

interface HeldCalls {
  readonly after: RunIdentity;
  readonly records: Held[];
  /** How many of the records were weighed, since what a call has is known only as it ends. */
  weighed: number;
  /** In characters. */
  weight: number;
}

interface Late {
  /** By conversation: what the next run of it, or its finished test case, takes over. */
  readonly held: Map<string, HeldCalls>;
  /** Simulated conversations, and how they stand. */
  readonly conversations: Map<string, Standing>;
  count: number;
  last: string | undefined;
}

const late = shared("late-calls", (): Late => ({
  held: new Map(),
  conversations: new Map(),
  count: 0,
  last: undefined,
}));

/** Conversations, and calls of each, that are held at most; an agent's background work may go on for ever. */
const MOST_CONVERSATIONS = 100;
const MOST_CALLS = 100;
const MOST_KNOWN = 10_000;
/** Characters of content that are held at most, over all conversations. */
const MOST_HELD = 16_000_000;

/** Calls of tools since the process began that came after the trace of their run was taken; for `tracingStatus()`. */
export const lateCalls = (): { readonly count: number; readonly last: string | undefined } => {
  const { count, last } = late();
  return { count, last };
};

/** How a simulated conversation stands, by which a call that comes late is told where it will be. */
export function noteConversation(id: string, standing: Standing): void {
  const { conversations, held } = late();
  conversations.set(id, standing);
  if (standing === "handed out") {
    letGo(held.get(id)?.records ?? []);
    held.delete(id);
  }
  dropOldest(conversations, MOST_KNOWN);
}

/**
 * Takes note of a call whose run has ended. Where that was a turn of a conversation, the next one takes the call over, or
 * the test case where none follows.
 */
export function noteLate(record: Held, what: string, run: RunIdentity, isFirst: boolean): void {
  const all = late();
  all.count += 1;
  all.last = what;
  if (isFirst) warn(what, run);
  if (!isHeld(record, run)) letGo([record]);
}

function isHeld(record: Held, run: RunIdentity): boolean {
  const { held, conversations } = late();
  const { conversationId } = run;
  if (conversationId === undefined) return false;
  const known = held.get(conversationId);
  // Nothing comes any more that could take it over.
  if (conversations.get(conversationId) === "handed out") return false;
  if (known !== undefined && known.records.length >= MOST_CALLS) return false;
  weighHeld();
  if (known === undefined) held.set(conversationId, { after: run, records: [record], weighed: 0, weight: 0 });
  else known.records.push(record);
  if (held.size > MOST_CONVERSATIONS) dropFirst();
  return true;
}

/** Weighs what came since, and lets go of the oldest while there is too much. */
function weighHeld(): void {
  const { held } = late();
  let total = 0;
  for (const calls of held.values()) {
    for (; calls.weighed < calls.records.length; calls.weighed += 1)
      calls.weight += weightOf(calls.records[calls.weighed]);
    total += calls.weight;
  }
  while (total > MOST_HELD) total -= dropFirst();
}

function dropFirst(): number {
  const { held } = late();
  const [oldest] = held;
  if (oldest === undefined) return Infinity;
  const [conversationId, { records, weight }] = oldest;
  held.delete(conversationId);
  letGo(records);
  return weight;
}

/** Contexts, and with them records, may live as long as the agent. */
function letGo(records: readonly Held[]): void {
  for (const record of records) if ("free" in record) record.free();
}

/** Of what only some other process has told little is known; it is short, as spans are. */
function weightOf(record: Held | undefined): number {
  if (record === undefined || !("input" in record)) return 1000;
  return (record.input?.text.length ?? 0) + (record.output?.text.length ?? 0);
}

/** What came between the turns of the run's conversation; of an earlier conversation of that name it is let go. */
export function takeLate(run: RunIdentity): readonly Held[] {
  const { conversationId } = run;
  if (conversationId === undefined || late().held.size === 0) return [];
  const found = late().held.get(conversationId);
  late().held.delete(conversationId);
  return found !== undefined && isNextOf(found.after, run) ? found.records : [];
}

export const hasLate = (conversationId: string): boolean => late().held.has(conversationId);

/** What came after the last reply of a conversation, and of which of its traces. */
export function takeLast(
  conversationId: string,
): { readonly traceId: string; readonly records: readonly Held[] } | undefined {
  const found = late().held.get(conversationId);
  late().held.delete(conversationId);
  return found === undefined ? undefined : { traceId: found.after.traceId, records: found.records };
}

/** Whether `run` is a later turn of the same conversation. Turns are told apart by their number, where they have one. */
export function isNextOf(before: RunIdentity, run: RunIdentity): boolean {
  if (before.conversationId === undefined || before.conversationId !== run.conversationId) return false;
  const [old, turn] = [Number(before.turnId), Number(run.turnId)];
  return Number.isNaN(old) || Number.isNaN(turn) || turn > old;
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  if (map.size <= most) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

function warn(what: string, { conversationId, turnId }: RunIdentity): void {
  const where = conversationId === undefined ? "" : ` (conversation ${conversationId}, turn ${turnId ?? "unknown"})`;
  process.emitWarning(
    `${what} was called after the agent's reply, when the trace had been taken${where}: ${whereTo(conversationId)}. Await it before replying.`,
    { type: "RehearsalWarning", code: "REHEARSAL_LATE_CALL" },
  );
}

function whereTo(conversationId: string | undefined): string {
  if (conversationId === undefined) return "it is in no trace";
  switch (late().conversations.get(conversationId)) {
    case "under way":
      return "it is in the trace of the next turn, or of this one where none follows, and of that one it is then not known which tools were called";
    case "over":
      return "the conversation was over by then, and it is added to its test case, of which it is then not known which tools were called";
    case "handed out":
      return "the conversation was over by then, so it is in no trace, and what was judged of its tools has missed it";
    case undefined:
      return "it is in the trace of the next turn, if there is one";
  }
}
