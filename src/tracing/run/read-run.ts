import type { Trace } from "../../test-case/trace.js";
import { usesOwnCarrier } from "../context.js";
import { earlyTracersNote } from "../provider/early-tracers.js";
import { quietly } from "../faults.js";
import { buildTrace, type RetrieverTools } from "../reading/build-trace.js";
import { observedTools } from "./observed-tools.js";
import { knowsTools } from "../reading/missing.js";
import { lateNote, mayBeAstray, strayNotes } from "./astray.js";
import { withDerivedIds } from "./derived-ids.js";
import { localSpans, remotelyMissing } from "./remotes.js";
import { withStated } from "./stated-trace.js";
import type { RunStore } from "./run-store.js";

const ended = "this run has ended, and what it recorded was let go";
const noContext =
  "toolsCalled: only observed functions were seen, since the global OpenTelemetry context manager does not work; register one that works, such as new AsyncLocalStorageContextManager().enable(), or none";

/** The trace of a run as it stands. Never throws: a span that can't be read is missing. */
export function readRun(store: RunStore, retrieverTools: RetrieverTools | undefined): Trace {
  const { derivedTraceId: traceId, ids, offsetMs } = store;
  const recorded = localSpans(store);
  const local = traceId === undefined ? recorded : withDerivedIds(recorded, { real: ids.traceId, traceId });
  const received = quietly("reading received spans", () => store.received.toReadSpans(offsetMs)) ?? [];
  // Of a span that is there twice the later one is kept, and that in this process has the surer times.
  const built = inItsRun(
    buildTrace([...received, ...local], retrieverTools, wrappedTools(store)),
    traceId ?? ids.traceId,
  );
  const lost = store.records.length - local.length;
  const remote = quietly("asking the receivers", () => remotelyMissing(store, built)) ?? [];
  const astray = strayNotes(store);
  const hidden = [...(usesOwnCarrier() ? [noContext] : []), ...earlyTracersNote()];
  const more = [
    ...(store.isOpen ? [] : [ended]),
    ...hidden,
    ...lateNote(store),
    ...store.doubts,
    ...remote,
    ...(lost > 0 ? [`${String(lost)} spans could not be read`] : []),
  ];
  const trace = more.length === 0 ? built : withNotes(built, more, [...hidden, ...remote]);
  const stated = store.update === undefined ? trace : withStated(trace, store.update);
  // What somebody states is no proof against calls that were seen.
  return astray.length === 0 ? stated : withNotes(stated, astray, astray);
}

/** What is told of the tools by these goes for each of them. */
function withNotes({ observedTools, ...trace }: Trace, notes: readonly string[], telling: readonly string[]): Trace {
  const missing = [...notes, ...trace.missing.filter((each) => !isToldBy(telling, each))];
  const isKept = observedTools !== undefined && knowsTools({ missing: notes });
  return { ...trace, ...(isKept && { observedTools }), missing };
}

/**
 * Of an agent in another process the tools that are wrapped here say nothing. That they are the agent's tools is all that is
 * relied on, so that what an observed model answered need not be known: what it asks for would be called, and seen. What
 * its provider runs by itself is not, be its answer on record as mere text or not at all: for that its client is wrapped.
 */
const wrappedTools = (store: RunStore): ReadonlySet<string> | undefined =>
  !store.headersRead && store.received.size === 0 && !mayBeAstray(store) ? observedTools() : undefined;

/** A call of the turn before may have begun first, yet the trace is that of this run. */
function inItsRun(built: Trace, runs: string): Trace {
  const isMine = built.traceId === runs || !built.spans.some(({ traceId }) => traceId === runs);
  return isMine ? built : { ...built, traceId: runs };
}

/** That nothing was recorded of a field is no news where it is told why nothing came. */
const isToldBy = (told: readonly string[], sentence: string): boolean =>
  (sentence.includes(": nothing was recorded") || sentence.includes(" spans were recorded, which don't show them")) &&
  told.some((each) => each.startsWith(sentence.slice(0, sentence.indexOf(":") + 1)));
