import { faults } from "../faults.js";
import { captureContent } from "../observe/capture.js";
import { droppedAttributes } from "../run/foreign-record.js";
import { lateCalls } from "../run/late-calls.js";
import { openRuns } from "../run/open-run.js";
import { hasRecorder } from "../run/trace-recorder.js";
import { loadedApiVersions, sharesWith } from "./api-copies.js";
import { contextManagerKind } from "./context-manager.js";
import { globalProxy, registeredApi } from "./global-provider.js";
import { instrumentationStates } from "./instrumentations.js";
import { isTeed, providerKind } from "./prepare.js";

/** How tracing stands in this process; `rehearsal doctor` prints it. */
export interface TracingStatus {
  /** Who registered the global tracer provider. */
  readonly provider: "ours" | "user's" | "none";
  /** `private`: the global one does not work, so only observed functions are attributed to their run. */
  readonly contextManager: "ours" | "user's" | "private" | "none";
  /** How foreign spans reach a run: by a `TraceRecorder`, by a tee, or not at all. */
  readonly recorder: "recorder" | "tee" | "none";
  /** Version of the OpenTelemetry API that registered first. Null: nothing is registered. */
  readonly apiVersion: string | null;
  /**
   * True: two copies of the API are loaded of which one can't use what the other registered, so that spans are lost; the
   * newer one gets nothing from the older.
   */
  readonly secondApi: boolean;
  readonly openRuns: number;
  /** Spans started in those runs and not ended. */
  readonly openSpans: number;
  /** Attributes of recorded spans that a provider's limits dropped. */
  readonly droppedAttributes: number;
  /** Faults of our own recording, kept from the agent. */
  readonly faults: number;
  /** What to do about it, as sentences. */
  readonly notes: readonly string[];
}

/** What was found and done. Sets nothing up: call it after `prepareTracing()` or a run to see their effect. */
export function tracingStatus(): TracingStatus {
  const registered = registeredApi();
  const apiVersion = typeof registered?.version === "string" ? registered.version : null;
  const isAnothers = registered?.trace !== undefined && registered.trace !== globalProxy();
  const secondApi =
    isAnothers || (apiVersion !== null && loadedApiVersions().some((each) => !sharesWith(each, apiVersion)));
  const runs = [...openRuns()];
  const { count, last } = faults();
  const status: Omit<TracingStatus, "notes"> = {
    provider: providerKind(),
    contextManager: contextManagerKind(),
    recorder: hasRecorder() || providerKind() === "ours" ? "recorder" : isTeed() ? "tee" : "none",
    apiVersion,
    secondApi,
    openRuns: runs.length,
    openSpans: runs.reduce((sum, run) => sum + run.openSpans(), 0),
    droppedAttributes: droppedAttributes(),
    faults: count,
  };
  return { ...status, notes: notesOn(status, last) };
}

function notesOn(status: Omit<TracingStatus, "notes">, lastFault: string | undefined): readonly string[] {
  const late = lateCalls();
  const notes: (string | false)[] = [
    status.secondApi &&
      `Two copies of @opentelemetry/api are loaded (version ${status.apiVersion ?? "unknown"} registered first) and can't share a provider: bring them to one version, so that foreign spans are seen.`,
    status.contextManager === "private" &&
      "The global context manager does not carry context: only observed functions are attributed to their conversation.",
    status.provider === "user's" &&
      status.recorder === "tee" &&
      "Your tracer provider is shown to runs by a tee, which misses tracers taken before the first run: add new TraceRecorder() to its span processors to see those too.",
    status.provider === "ours" &&
      "Rehearsal has set a tracer provider. To use your own, register it before the first run, for example in a file given to mocha's --require.",
    status.droppedAttributes > 0 &&
      `${String(status.droppedAttributes)} attributes were dropped by a provider's limits: raise its spanLimits.attributeCountLimit.`,
    late.count > 0 &&
      `${String(late.count)} calls of tools came after the agent's reply, when the trace of their turn had been taken (the last: ${late.last ?? "unknown"}): await them before replying.`,
    captureContent() === false &&
      "Content capture is off, so arguments, results and answers of what Rehearsal records are missing: unset REHEARSAL_CAPTURE_CONTENT, or leave captureContent out of createTracing(), where you test.",
    status.faults > 0 && `Recording failed ${String(status.faults)} times, most recently: ${lastFault ?? "unknown"}.`,
  ];
  const instrumentations = instrumentationStates().flatMap(({ note }) => note ?? []);
  return [...notes.filter((note) => note !== false), ...instrumentations];
}
