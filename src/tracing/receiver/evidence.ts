import { wholeTraceOf } from "../conventions/whole-trace.js";
import { baggageKeys } from "../run/headers.js";
import type { RunStore } from "../run/run-store.js";
import type { OpenRuns } from "./open-runs.js";

type Attributes = Readonly<Record<string, unknown>>;

/** What the attributes of a span say of where it belongs. */
export type Evidence =
  /** Nothing. */
  | { readonly says: "nothing" }
  /** Baggage that names the run, or its conversation and turn. */
  | { readonly says: "run"; readonly run: RunStore }
  /** Baggage of a run that is not under way here, or not any more. */
  | { readonly says: "other run"; readonly runId: string | undefined }
  /** The conversation only. Every turn of it has the same. */
  | { readonly says: "conversation"; readonly run: RunStore };

/** Ids may lie within the JSON of a `metadata` attribute; messages and documents need not be searched. */
const LONGEST_ID = 4096;

const nothing: Evidence = { says: "nothing" };

export function evidenceOf(attributes: Attributes, runs: OpenRuns): Evidence {
  const [runId, conversation, turn] = [baggageKeys.run, baggageKeys.conversation, baggageKeys.turn].map((key) =>
    textOf(attributes[key]),
  );
  if (runId !== undefined) return ofBaggage(runs.withId(runId), runId);
  if (conversation !== undefined && turn !== undefined) {
    const its = runs.ofConversation(conversation).filter(({ ids }) => ids.turnId === turn);
    return ofBaggage(its.length === 1 ? its[0] : undefined, undefined);
  }
  const told = new Set(conversation === undefined ? [] : runs.ofConversation(conversation));
  for (const id of conversationIds(attributes)) for (const run of runs.ofConversation(id)) told.add(run);
  const [run] = told;
  return run !== undefined && told.size === 1 ? { says: "conversation", run } : nothing;
}

const ofBaggage = (run: RunStore | undefined, runId: string | undefined): Evidence =>
  run === undefined ? { says: "other run", runId } : { says: "run", run };

/** All of them: a span may carry a session of its own process beside the thread that it was given. */
function* conversationIds(attributes: Attributes): Generator<string> {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value !== "number" && (typeof value !== "string" || value.length > LONGEST_ID)) continue;
    // One at a time, since of several the reader takes the surest.
    const id = wholeTraceOf({ [key]: value })?.conversation?.id;
    if (id !== undefined) yield id;
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined;
