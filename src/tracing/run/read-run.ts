import type { Trace } from "../../test-case/trace.js";
import { usesOwnCarrier } from "../context.js";
import { quietly } from "../faults.js";
import { buildTrace, type RetrieverTools } from "../reading/build-trace.js";
import { hasObservedTools } from "./observed-tools.js";
import { lateNote, mayBeAstray, strayNotes } from "./astray.js";
import { localSpans, remotelyMissing } from "./remotes.js";
import { withStated } from "./stated-trace.js";
import type { RunStore } from "./run-store.js";

const ended = "this run has ended, and what it recorded was let go";
const noContext = "only observed functions were seen, since the global OpenTelemetry context manager does not work";

/** The trace of a run as it stands. Never throws: a span that can't be read is missing. */
export function readRun(store: RunStore, retrieverTools: RetrieverTools | undefined): Trace {
  const local = localSpans(store);
  const received = quietly("reading received spans", () => store.received.toReadSpans()) ?? [];
  // Of a span that is there twice the later one is kept, and that in this process has the surer times.
  const built = inItsRun(buildTrace([...received, ...local], retrieverTools, seesTools(store)), store);
  const lost = store.records.length - local.length;
  const remote = quietly("asking the receivers", () => remotelyMissing(store, built)) ?? [];
  const astray = strayNotes(store, built);
  const more = [
    ...(store.isOpen ? [] : [ended]),
    ...astray,
    ...(usesOwnCarrier() ? [noContext] : []),
    ...lateNote(store),
    ...remote,
    ...(lost > 0 ? [`${String(lost)} spans could not be read`] : []),
  ];
  const trace =
    more.length === 0
      ? built
      : { ...built, missing: [...more, ...built.missing.filter((each) => !isToldBy([...remote, ...astray], each))] };
  return store.update === undefined ? trace : withStated(trace, store.update);
}

/** Of an agent in another process the tools that are wrapped here say nothing. */
const seesTools = (store: RunStore): boolean =>
  hasObservedTools() && !store.headersRead && store.received.size === 0 && !mayBeAstray(store);

/** A call of the turn before may have begun first, yet the trace is that of this run. */
function inItsRun(built: Trace, { ids }: RunStore): Trace {
  const isMine = built.traceId === ids.traceId || !built.spans.some(({ traceId }) => traceId === ids.traceId);
  return isMine ? built : { ...built, traceId: ids.traceId };
}

/** That nothing was recorded of a field is no news where it is told why nothing came. */
const isToldBy = (told: readonly string[], sentence: string): boolean =>
  (sentence.includes(": nothing was recorded") || sentence.includes(" spans were recorded, which don't show them")) &&
  told.some((each) => each.startsWith(sentence.slice(0, sentence.indexOf(":") + 1)));
