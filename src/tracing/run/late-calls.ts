import type { CallRecord } from "../observe/call-record.js";
import type { Recorded, RunIdentity } from "./run-store.js";
import { shared } from "../../test-case/shared.js";

type Held = Recorded | CallRecord;

/** `over`: its test case is still ours to add to, as while others are held. */
type Standing = "under way" | "over" | "handed out";

/** A call that came when the trace of its run had been taken. */
export interface LateCall {
  readonly record: Held;
  readonly run: RunIdentity;
}

interface HeldCalls {
  calls: LateCall[];
  /** How many of the calls were weighed, since what a call has is known only as it ends. */
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
    letGo(held.get(id)?.calls ?? []);
    held.delete(id);
  }
  dropOldest(conversations, MOST_KNOWN);
}

/** Whether what comes late of a conversation can still be put right in its test case. */
export function hasTestCase(conversationId: string | undefined): boolean {
  const standing = conversationId === undefined ? undefined : late().conversations.get(conversationId);
  return standing === "under way" || standing === "over";
}

/**
 * Takes note of a call whose run has ended. Where that was a turn of a conversation, the next one takes the call over, or
 * the test case where none follows. Of a call in another process it is known which turn it is of: of a simulated
 * conversation it is kept for that.
 */
export function noteLate(record: Held, what: string, run: RunIdentity, isFirst: boolean): void {
  const all = late();
  all.count += 1;
  all.last = what;
  if (isFirst) warn(what, run);
  if (!isHeld({ record, run })) letGo([{ record, run }]);
}

function isHeld(call: LateCall): boolean {
  const { held, conversations } = late();
  const { conversationId } = call.run;
  if (conversationId === undefined) return false;
  const known = held.get(conversationId);
  // Nothing comes any more that could take it over.
  if (conversations.get(conversationId) === "handed out") return false;
  if (known !== undefined && known.calls.length >= MOST_CALLS) return false;
  weighHeld();
  if (known === undefined) held.set(conversationId, { calls: [call], weighed: 0, weight: 0 });
  else known.calls.push(call);
  if (held.size > MOST_CONVERSATIONS) dropFirst();
  return true;
}

/** Weighs what came since, and lets go of the oldest while there is too much. */
function weighHeld(): void {
  const { held } = late();
  let total = 0;
  for (const each of held.values()) {
    for (; each.weighed < each.calls.length; each.weighed += 1) each.weight += weightOf(each.calls[each.weighed]);
    total += each.weight;
  }
  while (total > MOST_HELD) total -= dropFirst();
}

function dropFirst(): number {
  const { held } = late();
  const [oldest] = held;
  if (oldest === undefined) return Infinity;
  const [conversationId, { calls, weight }] = oldest;
  held.delete(conversationId);
  letGo(calls);
  return weight;
}

/** Contexts, and with them records, may live as long as the agent. */
function letGo(calls: readonly LateCall[]): void {
  for (const { record } of calls) if ("free" in record) record.free();
}

/** Of what only some other process has told little is known; it is short, as spans are. */
function weightOf(call: LateCall | undefined): number {
  const record = call?.record;
  if (record === undefined || !("input" in record)) return 1000;
  return (record.input?.text.length ?? 0) + (record.output?.text.length ?? 0);
}

/**
 * What came between the turns of the run's conversation, but for what is kept for its own turn; of an earlier conversation
 * of that name it is let go.
 */
export function takeLate(run: RunIdentity): readonly Held[] {
  const { held } = late();
  const { conversationId } = run;
  const found = conversationId === undefined ? undefined : held.get(conversationId);
  if (conversationId === undefined || found === undefined) return [];
  held.delete(conversationId);
  const calls = found.calls.filter((call) => isNextOf(call.run, run));
  const kept = hasTestCase(conversationId) ? calls.filter(({ record }) => isRemote(record)) : [];
  if (kept.length > 0) held.set(conversationId, { calls: kept, weighed: 0, weight: 0 });
  return calls.filter((call) => !kept.includes(call)).map(({ record }) => record);
}

/** Whether another process told of it. */
export const isRemote = (record: Held): boolean => "isRemote" in record && record.isRemote === true;

export const hasLate = (conversationId: string): boolean => late().held.has(conversationId);

/** What came after the last reply of a conversation, or is kept for its own turn. */
export function takeLast(conversationId: string): readonly LateCall[] {
  const found = late().held.get(conversationId);
  late().held.delete(conversationId);
  return found?.calls ?? [];
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
