import { assertedFieldsOf } from "../test-case/asserted-fields.js";
import { conversationalTestCaseSchema, type ConversationalTestCase } from "../test-case/conversational-test-case.js";
import type { JsonObject, JsonValue } from "../test-case/json.js";
import { seal } from "../test-case/schema.js";
import type { Trace } from "../test-case/trace.js";
import type { Turn } from "../test-case/turn.js";
import { unfinishedGraph } from "./graph/unfinished-graph.js";
import type { Job } from "./jobs.js";
import type { Ending } from "./loop.js";

export interface Happened {
  readonly turns: readonly Turn[];
  /** One for each call of the agent. Undefined: nothing was traced. */
  readonly traces?: readonly Trace[] | undefined;
  readonly ending: Ending;
  readonly finalState?: JsonValue | undefined;
  readonly stateChanged?: boolean | undefined;
  readonly askedAgain?: readonly number[];
  readonly resumedAt?: readonly number[];
  readonly replayedState?: ConversationalTestCase["replayedState"];
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
  const { turns, traces, ending, finalState, stateChanged, replayedState, askedAgain = [], resumedAt = [] } = happened;
  const seededTurns = golden.turns?.length ?? 0;
  const script = ending.script ?? unfinishedGraph(turns, ending);
  const copied = carried.flatMap((key) => (golden[key] === undefined ? [] : [[key, golden[key]]]));
  return seal(conversationalTestCaseSchema, {
    name: golden.name ?? golden.id,
    goldenId: golden.id,
    trial,
    ...(Object.fromEntries(copied) as Pick<ConversationalTestCase, (typeof carried)[number]>),
    ...assertedFieldsOf(golden),
    turns,
    ...(seededTurns > 0 ? { seededTurns } : {}),
    ...(turns.some((turn) => turn.audio !== undefined) ? { voice: true } : {}),
    endReason: { by: ending.by, reason: ending.reason, ...(ending.fault !== undefined && { fault: ending.fault }) },
    ...pathOf(turns.slice(seededTurns)),
    ...(script === undefined ? {} : { script }),
    ...(ending.broke ? { error: errorOf(golden.id, happened) } : {}),
    ...(ending.failure === undefined ? {} : { failure: ending.failure }),
    ...(askedAgain.length === 0 ? {} : { askedAgain }),
    ...(resumedAt.length === 0 ? {} : { resumedAt }),
    seed,
    threadId,
    ...(traces === undefined ? {} : { traces }),
    ...(finalState === undefined ? {} : { finalState }),
    ...(stateChanged === undefined ? {} : { stateChanged }),
    ...(replayedState === undefined ? {} : { replayedState }),
  });
}

/** The nodes of a graph that spoke: each turn of such a user says which. */
function pathOf(turns: readonly Turn[]): { readonly path?: readonly string[] } {
  const path = turns.flatMap(({ role, metadata }) => (role === "user" ? nodeIn(metadata) : []));
  return path.length === 0 ? {} : { path };
}

/** Of a graph within a graph: `outer/inner`. */
function nodeIn({ node, within }: JsonObject = {}): readonly string[] {
  if (typeof node !== "string") return [];
  const isGraph = typeof within === "object" && within !== null && !Array.isArray(within);
  return [[node, ...(isGraph ? nodeIn(within as JsonObject) : [])].join("/")];
}

function errorOf(goldenId: string, { turns, ending, place }: Happened): string {
  const where = `Golden "${goldenId}", turn ${String(ending.turn ?? turns.length + 1)}`;
  return `${where}: ${ending.reason}${place === undefined ? "" : ` (${place})`}`;
}
