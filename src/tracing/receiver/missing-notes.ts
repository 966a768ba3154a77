import type { Trace } from "../../test-case/trace.js";
import { lateSentence, type LateTurn } from "./ended-runs.js";
import type { ReceiverStats } from "./receiver-stats.js";
import { looksWhole, type Standing } from "./standing.js";

export interface NotesAbout {
  readonly standing: Standing;
  /** Spans and log records that came for the turn. */
  readonly came: number;
  /** Of those that came how many there was no room for. */
  readonly refused: number;
  /** Undefined: the turn did not wait. */
  readonly waitedMs: number | undefined;
  /** Whether spans that name but the conversation can't be given to this turn. */
  readonly doubtful: boolean;
  readonly url: string;
  readonly stats: ReceiverStats;
  /** The turn of which spans came late last. */
  readonly late: LateTurn | undefined;
  /** What came late of earlier turns of the conversation since the turn before. */
  readonly before: { readonly count: number; readonly last: LateTurn } | undefined;
  /** How long a turn waits at most. */
  readonly settleMs: number;
}

/** Why not all is known of a turn that another process had a part in, and what to do about it. */
export function missingNotes(about: NotesAbout, trace: Trace): readonly string[] {
  const { came, refused } = about;
  const incomplete = refused > 0 ? noRoom(about) : came === 0 ? nothingCame(about) : partial(about);
  if (incomplete === undefined) return earlier(about);
  const documents =
    trace.retrievalContext.length === 0 ? ["retrievalContext: not all spans of this turn have come"] : [];
  // Calls that were seen did happen; that there were no others is not known.
  return [`toolsCalled: ${incomplete}`, ...documents];
}

/** The turn that it is about is taken; calls of tools among it are in this one. */
function earlier({ before, settleMs }: NotesAbout): readonly string[] {
  return before === undefined ? [] : [`${lateSentence(before.count, before.last)}: ${sooner(settleMs, before.last)}`];
}

function nothingCame(about: NotesAbout): string {
  const { waitedMs } = about;
  const within = waitedMs === undefined ? "" : ` within ${String(waitedMs)} ms of the reply`;
  return `no span of this turn came from another process${within}. ${advice(about)}`;
}

const propagate =
  "Let the agent go on with the request's traceparent header (W3C trace context), or put the thread id on its spans as gen_ai.conversation.id";

/** How spans are made to come while their turn waits for them. */
export const sooner = (settleMs: number, late?: LateTurn): string =>
  "let the agent export sooner (OTEL_BSP_SCHEDULE_DELAY=100, as receiver.env has it; a delay that its code gives the " +
  `BatchSpanProcessor wins over that), or give createOtlpReceiver ${
    late !== undefined && late.afterMs < settleMs ? "a longer quietMs" : `a longer settleMs (now ${String(settleMs)})`
  }`;

function advice({ doubtful, url, stats, late, settleMs }: NotesAbout): string {
  if (stats.exports === 0) {
    const refused = stats.refused === 0 ? "" : ` (${String(stats.refused)} requests were refused)`;
    return (
      `Nothing has been exported to ${url} yet${refused}: point the agent's OTLP exporter at it ` +
      `(OTEL_EXPORTER_OTLP_ENDPOINT). If it is, its batches come later than a turn waits: ${sooner(settleMs)}`
    );
  }
  if (stats.late > 0 && late !== undefined) return `${lateSentence(stats.late, late)}: ${sooner(settleMs, late)}`;
  if (doubtful && stats.elsewhere > 0) {
    return (
      "Spans that name only the conversation came, but since those of an earlier turn had not come in time, they may be of either. " +
      propagate.replace(/, or put.*/, ", and export without a long delay")
    );
  }
  const lost = stats.unclaimed + stats.dropped + stats.elsewhere;
  if (lost === 1) return `1 span came that belongs to no turn under way. ${propagate}`;
  if (lost > 1) return `${String(lost)} spans came that belong to no turn under way. ${propagate}`;
  return `Those of other turns came. ${propagate}, and see that it samples the request`;
}

function partial({ standing, settleMs }: NotesAbout): string | undefined {
  if (looksWhole(standing)) return undefined;
  const { hasRoot, orphans, unanswered } = standing;
  if (hasRoot && orphans.length === 0) {
    const shown = unanswered.slice(0, 5).join(", ") + (unanswered.length > 5 ? ", …" : "");
    return `spans of the service that answers ${shown} have come before, and those of this turn have not: ${sooner(settleMs)}`;
  }
  if (orphans.length === 0) return "only log records of this turn came from another process, and no span";
  const names = [...new Set(orphans.map(({ name }) => `"${name}"`))];
  const shown = names.slice(0, 5).join(", ") + (names.length > 5 ? ", …" : "");
  return (
    `the spans around ${shown} have not come, so there may be more that is not seen: either a process in between does not ` +
    "export its spans here, or the agent exports them late"
  );
}

const noRoom = ({ refused }: NotesAbout): string =>
  `${String(refused)} spans or log records of this turn were refused for want of room; give createOtlpReceiver a larger maxSpans or maxHeldBytes`;
