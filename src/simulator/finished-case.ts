import { assertedFieldsOf } from "../test-case/asserted-fields.js";
import { conversationalTestCaseSchema, type ConversationalTestCase } from "../test-case/conversational-test-case.js";
import { seal } from "../test-case/schema.js";
import type { Trace } from "../test-case/trace.js";
import type { Turn } from "../test-case/turn.js";
import type { Job } from "./jobs.js";
import type { Ending } from "./loop.js";

export interface Happened {
  readonly turns: readonly Turn[];
  /** One for each call of the agent. Undefined: nothing was traced. */
  readonly traces?: readonly Trace[] | undefined;
  readonly ending: Ending;
  /** Where what broke the conversation off was thrown. */
  readonly place?: string | undefined;
}

/** Copied from the golden as they are. */
const carried = [
  "scenario",
  "expectedOutcome",
  "persona",
  "context",
  "chatbotRole",
  "tags",
  "comments",
  "metadata",
  "customColumnKeyValues",
  "flaky",
] as const;

/** What happened and what should have, as one test case. All of it is checked already, so it is not parsed again. */
export function finishedCase({ golden, trial, seed, threadId }: Job, happened: Happened): ConversationalTestCase {
  const { turns, traces, ending } = happened;
  const copied = carried.flatMap((key) => (golden[key] === undefined ? [] : [[key, golden[key]]]));
  return seal(conversationalTestCaseSchema, {
    name: golden.name ?? golden.id,
    goldenId: golden.id,
    trial,
    ...(Object.fromEntries(copied) as Pick<ConversationalTestCase, (typeof carried)[number]>),
    ...assertedFieldsOf(golden),
    turns,
    ...(turns.some((turn) => turn.audio !== undefined) ? { voice: true } : {}),
    endReason: { by: ending.by, reason: ending.reason },
    ...(ending.broke ? { error: errorOf(golden.id, happened) } : {}),
    seed,
    threadId,
    ...(traces === undefined ? {} : { traces }),
  });
}

function errorOf(goldenId: string, { turns, ending, place }: Happened): string {
  const where = `Golden "${goldenId}", turn ${String(turns.length + 1)}`;
  return `${where}: ${ending.reason}${place === undefined ? "" : ` (${place})`}`;
}
