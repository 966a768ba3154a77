import { join } from "node:path";
import { RehearsalError } from "../../errors.js";
import type { EndReason } from "../../test-case/conversational-test-case.js";
import type { WorldSnapshot } from "../../environment/world/snapshot.js";
import { tryParse, type Schema } from "../../test-case/schema.js";
import type { Trace } from "../../test-case/trace.js";
import type { Turn } from "../../test-case/turn.js";
import { isBrokenForNow } from "../broken-for-now.js";
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
import { contentId } from "../../golden/golden-id.js";
import { standsIn } from "../../models/cassette/stands-in.js";
import { keysAside } from "../../models/keys-aside.js";
import { drivingPart } from "./driving-part.js";
import { damaged, journalLines, type AppendOnly, type JournalDisk } from "./journal-file.js";

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
  /** Those of them with which a later run went on. */
  readonly resumedAt: readonly number[];
  /** The world after the last reply, where there was one. */
  readonly world?: WorldSnapshot | undefined;
  /** Null: it was not finished, or broke off for want of a service or of a setting. */
  readonly end: JournalEnd | null;
}

/** The record of one conversation, to which each step is added as soon as it is finished. */
export interface ConversationJournal {
  readonly past: Past;
  /** The agent is about to be asked for the reply that begins with this turn. */
  asking(turn: number, resumed?: boolean): void;
  step(step: JournalStep): void;
  end(end: JournalEnd): void;
  close(): void;
}

const nothing: Past = {
  ...{ turns: [], traces: [], userCalls: [], asked: [], resumedAt: [] },
  ...{ lastWords: null, hungUp: null, end: null },
};

/**
 * Opens the journal of a conversation, `<golden>-<trial>-<thread>.jsonl` in `directory`, and reads what is there. Throws a
 * RehearsalError where the file is damaged, or is of a golden in which has changed what drives the conversation. No key is
 * written: see `keysAside` for the rule.
 */
export function openJournal(directory: string, job: Job, disk: JournalDisk): ConversationJournal {
  const path = join(directory, fileName(job));
  const bytes = disk.read(path);
  const { lines, wholeBytes } = bytes === undefined ? { lines: [], wholeBytes: 0 } : journalLines(bytes, path);
  const [first, ...rest] = lines;
  if (first !== undefined) checkHead(read(headSchema, first.value, path, first.number), job, path);
  const keys = keysAside({ isPlain: standsIn(job.golden) });
  const own = job.golden.turns?.length ?? 0;
  let past = nothing;
  for (const { number, value } of rest) past = grown(past, keys.restore(value), { path, line: number, own });
  let turns = own + past.turns.length;
  let file: AppendOnly | undefined;
  const append = (entry: JournalStep | JournalAsking | JournalEnd): void => {
    if (file === undefined) {
      file = disk.open(path, wholeBytes);
      if (first === undefined) file.append(JSON.stringify(headOf(job)));
    }
    file.append(JSON.stringify(keys.hide(entry)));
  };
  return {
    past,
    asking: (turn, resumed = false) => append({ asking: turn, ...(resumed && { resumed }) }),
    step: (step) => {
      append({ after: turns, ...step });
      turns += step.turns.length;
    },
    end: (end) => append({ after: turns, ...end }),
    close: () => file?.close(),
  };
}

interface Where {
  readonly path: string;
  readonly line: number;
  /** How many turns the golden has itself. */
  readonly own: number;
}

function grown(past: Past, value: unknown, { path, line, own }: Where): Past {
  if (past.end !== null) throw damaged(path, line, "it goes on after its end");
  const has = (key: string): boolean => typeof value === "object" && value !== null && key in value;
  const follows = (after: number | undefined): void => {
    const turns = own + past.turns.length;
    if (after === undefined || after === turns) return;
    throw damaged(
      path,
      line,
      `it goes on after turn ${String(after)}, and the lines before tell of ${String(turns)} turns`,
    );
  };
  if (has("asking")) {
    const { asking, resumed } = read(askingSchema, value, path, line);
    follows(asking - 1);
    const resumedAt = resumed === true ? [...past.resumedAt, asking] : past.resumedAt;
    return { ...past, asked: [...past.asked, asking], resumedAt };
  }
  if (has("end")) {
    const { after, ...end } = read(endSchema, value, path, line);
    follows(after);
    if (end.end.broke && isBrokenForNow(end.end)) return { ...past, userCalls: withCalls(past, end).userCalls };
    return { ...past, ...withCalls(past, end), end };
  }
  const { turns, lastWords, hungUp, trace, userCalls, world = past.world, after } = read(stepSchema, value, path, line);
  follows(after);
  return {
    turns: [...past.turns, ...turns],
    ...withCalls(past, { trace, userCalls }),
    lastWords: lastWords ?? null,
    hungUp: hungUp ?? null,
    asked: past.asked,
    resumedAt: past.resumedAt,
    world,
    end: null,
  };
}

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
  golden: contentId(drivingPart(golden)),
});

function checkHead(head: JournalHead, job: Job, path: string): void {
  const expected = headOf(job);
  // Older versions kept a hash of the whole golden.
  const isSame = head.golden === expected.golden || head.golden === contentId(job.golden);
  if (head.threadId === expected.threadId && isSame) return;
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
