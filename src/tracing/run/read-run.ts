import type { JsonValue } from "../../test-case/json.js";
import type { Trace } from "../../test-case/trace.js";
import { readDeclaredCalls } from "../conventions/declared-calls.js";
import { usesOwnCarrier } from "../context.js";
import { quietly } from "../faults.js";
import type { TraceUpdate } from "../observe/update.js";
import { buildTrace, type RetrieverTools } from "../reading/build-trace.js";
import { documentsOf } from "../reading/documents.js";
import { replyText, userText } from "../reading/texts.js";
import { localSpans, remotelyMissing } from "./remotes.js";
import type { RunStore } from "./run-store.js";

const ended = "this run has ended, and what it recorded was let go";
const noContext = "only observed functions were seen, since the global OpenTelemetry context manager does not work";

/** The trace of a run as it stands. Never throws: a span that can't be read is missing. */
export function readRun(store: RunStore, retrieverTools: RetrieverTools | undefined): Trace {
  const local = localSpans(store);
  const received = quietly("reading received spans", () => store.received.toReadSpans()) ?? [];
  // Of a span that is there twice the later one is kept, and that in this process has the surer times.
  const built = buildTrace([...received, ...local], retrieverTools);
  const lost = store.records.length - local.length;
  const remote = quietly("asking the receivers", () => remotelyMissing(store, built)) ?? [];
  const more = [
    ...(store.isOpen ? [] : [ended]),
    ...(usesOwnCarrier() ? [noContext] : []),
    ...remote,
    ...(lost > 0 ? [`${String(lost)} spans could not be read`] : []),
  ];
  const trace =
    more.length === 0
      ? built
      : { ...built, missing: [...more, ...built.missing.filter((each) => !isToldBy(remote, each))] };
  return store.update === undefined ? trace : updated(trace, store.update);
}

/** That nothing was recorded of a field is no news where it is told why nothing came. */
const isToldBy = (remote: readonly string[], sentence: string): boolean =>
  sentence.includes(": nothing was recorded") &&
  remote.some((told) => told.startsWith(sentence.slice(0, sentence.indexOf(":") + 1)));

/** What the agent's author set by hand is known, whatever the spans say. */
function updated(trace: Trace, update: TraceUpdate): Trace {
  const { metadata } = update;
  const input = update.input as JsonValue | undefined;
  const output = update.output as JsonValue | undefined;
  const calls = update.toolsCalled === undefined ? undefined : readDeclaredCalls(update.toolsCalled as JsonValue);
  const documents = documentsOf(update.retrievalContext as JsonValue | undefined)?.documents;
  const known = [
    ...(output === undefined ? [] : ["output"]),
    ...(calls === undefined ? [] : ["toolsCalled"]),
    ...(documents === undefined ? [] : ["retrievalContext"]),
  ];
  const asked = userText(input);
  const answered = output === undefined ? undefined : (replyText(output, true) ?? null);
  return {
    ...trace,
    ...(answered !== undefined && { output: answered }),
    ...(calls !== undefined && { toolsCalled: calls }),
    ...(documents !== undefined && { retrievalContext: documents }),
    turns: trace.turns.map((turn, index) => ({
      ...turn,
      ...(asked !== undefined && index === 0 && { input: asked }),
      ...(answered !== undefined && index === trace.turns.length - 1 && { output: answered }),
    })),
    ...(metadata !== undefined && { metadata: metadata as Trace["metadata"] }),
    missing: trace.missing.filter((each) => !known.some((field) => each.startsWith(`${field}: `))),
  };
}
