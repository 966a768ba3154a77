import { join } from "node:path";
import { RehearsalError } from "../../errors.js";
import type { EndReason } from "../../test-case/conversational-test-case.js";
import type { WorldSnapshot } from "../../environment/world/snapshot.js";
import { tryParse, type Schema } from "../../test-case/schema.js";
import type { Trace } from "../../test-case/trace.js";
import type { Turn } from "../../test-case/turn.js";
import type { ModelSpending } from "../ceiling/spending.js";
import type { Job } from "../jobs.js";
import {
  askingSchema,
  endSchema,
  headSchema,
  JOURNAL_VERSION,
  stepSchema,
  type JournalAsking,
  type JournalEnd,
  type JournalHead,
  type JournalStep,
} from "./journal-entry.js";
import { damaged, journalLines, type AppendOnly, type JournalDisk } from "./journal-file.js";
import { contentId } from "../../golden/golden-id.js";

/** What is on record of a conversation from before. */
export interface Past {
  /** Without the golden's own. */
  readonly turns: readonly Turn[];
  readonly traces: readonly Trace[];
  /** The calls of a model that the user made. */
  readonly userCalls: readonly ModelSpending[];
  readonly lastWords: EndReason | null;
  /** Why the agent hung up with its last reply. */
  readonly hungUp: string | null;
  /** The turns for which the agent was asked, in order: one that is there twice was in flight when a run was killed. */
  readonly asked: readonly number[];
  /** The world after the last reply, where there was one. */
  readonly world?: WorldSnapshot | undefined;
  /** Null: it was not finished, or broke off for want of a service or of a setting. */
  readonly end: JournalEnd | null;
}

/** The record of one conversation, to which each step is added as soon as it is finished. */
export interface ConversationJournal {
  readonly past: Past;
  /** The agent is about to be asked for the reply that begins with this turn. */
  asking(turn: number): void;
  step(step: JournalStep): void;
  end(end: JournalEnd): void;
  close(): void;
}

const nothing: Past = { turns: [], traces: [], userCalls: [], asked: [], lastWords: null, hungUp: null, end: null };

/**
 * Opens the journal of a conversation, `<golden>-<trial>-<thread>.jsonl` in `directory`, and reads what is there. Throws a
 * RehearsalError where the file is damaged, or is of a golden that has changed since.
 */
export function openJournal(directory: string, job: Job, disk: JournalDisk): ConversationJournal {
  const path = join(directory, fileName(job));
  const bytes = disk.read(path);
  const { lines, wholeBytes } = bytes === undefined ? { lines: [], wholeBytes: 0 } : journalLines(bytes, path);
  const [first, ...rest] = lines;
  if (first !== undefined) checkHead(read(headSchema, first.value, path, 1), job, path);
  let past = nothing;
  for (const { number, value } of rest) past = grown(past, value, path, number);
  let file: AppendOnly | undefined;
  const append = (entry: JournalHead | JournalStep | JournalAsking | JournalEnd): void => {
    if (file === undefined) {
      file = disk.open(path, wholeBytes);
      if (first === undefined) file.append(JSON.stringify(headOf(job)));
    }
    file.append(JSON.stringify(entry));
  };
  return { past, asking: (turn) => append({ asking: turn }), step: append, end: append, close: () => file?.close() };
}

function grown(past: Past, value: unknown, path: string, line: number): Past {
  if (past.end !== null) throw damaged(path, line, "it goes on after its end");
  const has = (key: string): boolean => typeof value === "object" && value !== null && key in value;
  if (has("asking")) {
    const { asking } = read(askingSchema, value, path, line);
    return { ...past, asked: [...past.asked, asking] };
  }
  if (has("end")) {
    const end = read(endSchema, value, path, line);
    // A model or service that was out of reach may be back, and what was not set up there: that is no result.
    if (isForNow(end)) return { ...past, userCalls: withCalls(past, end).userCalls };
    return { ...past, ...withCalls(past, end), end };
  }
  const { turns, lastWords, hungUp, trace, userCalls, world = past.world } = read(stepSchema, value, path, line);
  return {
    turns: [...past.turns, ...turns],
    ...withCalls(past, { trace, userCalls }),
    lastWords: lastWords ?? null,
    hungUp: hungUp ?? null,
    asked: past.asked,
    world,
    end: null,
  };
}

const isForNow = ({ end: { broke, failure } }: JournalEnd): boolean =>
  broke && (failure?.kind === "provider" || (failure?.kind === "setup" && failure.party !== "harness"));

const withCalls = (past: Past, { trace, userCalls }: Pick<JournalEnd, "trace" | "userCalls">) => ({
  traces: trace === undefined ? past.traces : [...past.traces, trace],
  userCalls: userCalls === undefined ? past.userCalls : [...past.userCalls, ...userCalls],
});

function read<T extends object>(schema: Schema<T>, value: unknown, path: string, line: number): T {
  const result = tryParse(schema, value);
  if ("value" in result) return result.value;
  throw damaged(path, line, result.issues.map(({ path: at, message }) => `${at} ${message}`.trim()).join("; "));
}

const headOf = ({ golden, trial, seed, threadId }: Job): JournalHead => ({
  journal: JOURNAL_VERSION,
  goldenId: golden.id,
  trial,
  seed,
  threadId,
  golden: contentId(golden),
});

function checkHead(head: JournalHead, job: Job, path: string): void {
  const expected = headOf(job);
  if (head.threadId === expected.threadId && head.golden === expected.golden) return;
  const what = head.threadId === expected.threadId ? "has changed since it was begun" : "is of another conversation";
  throw new RehearsalError(
    "invalid_file",
    `${path}: golden "${job.golden.id}" ${what}, so the conversation can't go on. ` +
      "Give another journal directory, or move the file away to hold the conversation anew.",
  );
}

/** Names that are alike but for case or signs stay apart by the thread id, which is made of them. */
function fileName({ golden, trial, threadId }: Job): string {
  const readable = golden.id.replace(/[^\p{L}\p{N}_-]+/gu, "-").slice(0, 60);
  return `${readable}-${String(trial)}-${threadId.slice(0, 8)}.jsonl`;
}
