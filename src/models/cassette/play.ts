import { RehearsalError } from "../../errors.js";
import type { JsonValue } from "../../test-case/json.js";
import { ambient, within } from "./ambient.js";
import type { Cassette, Slot } from "./cassette.js";
import { decode } from "./decode.js";
import { encode } from "./encode.js";
import { recordResponse, replayResponse } from "./http-reply.js";
import type { Reply, SpentRecord, Unanswered } from "./recording.js";
import { markReplayed } from "../../test-case/replayed.js";
import { recordStream, replayStream } from "./stream-reply.js";
import { decodeThrown, encodeThrown } from "./thrown.js";
import type { TurnWatch } from "./turn-watch.js";

/** One call of what a cassette wraps. */
export interface Call {
  readonly cassette: Cassette;
  readonly target: string;
  readonly request: JsonValue;
  readonly signal?: AbortSignal | undefined;
  /** Of a fetch. */
  readonly url?: string;
  /** What the request is sent with and nobody may read. */
  readonly secrets?: readonly string[];
  /** The real thing. `tell` takes what it says to have spent. */
  readonly ask: (tell: (call: SpentRecord) => void) => unknown;
  /** To be told what was spent for the answer, now or when it was recorded. */
  readonly spent?: ((call: SpentRecord & { readonly replayed?: true }) => void) | undefined;
}

/**
 * Answers a call from the cassette, or asks and records. What it returns is what the real thing would: a promise, or an
 * async iterable where that came without one. Throws at once for a request that can't be replayed.
 */
export function play(call: Call): unknown {
  const { cassette, target, request, signal } = call;
  if (signal?.aborted === true) return rejected(signal.reason);
  const begun = cassette.begin(target, request, call.secrets);
  return "reply" in begun ? replay(begun.reply, call) : record(begun.slot, call);
}

function replay({ value, error, http, stream, unanswered, spent = [] }: Reply, call: Call): unknown {
  const { signal, url } = call;
  for (const each of spent) call.spent?.({ ...each, replayed: true });
  if (unanswered !== undefined) return cutOff(unanswered, signal, ambient()?.watch);
  if (stream !== undefined)
    return stream.direct === true ? replayStream(stream) : Promise.resolve(replayStream(stream));
  if (http !== undefined) return Promise.resolve(replayResponse(http, { signal, requested: url }));
  if (error !== undefined) return rejected(markReplayed(decodeThrown(error)));
  return Promise.resolve(markReplayed(decode(value ?? null)));
}

/** The turn is late again, at once; what the caller gave up itself it is let give up again, since it knows when. */
async function cutOff(how: Unanswered, signal: AbortSignal | undefined, watch: TurnWatch | undefined): Promise<never> {
  if (how === "late") watch?.lapse();
  // Who keeps time may have to be told first of the call in which this one is made.
  await Promise.resolve();
  if (how === "aborted" && signal !== undefined && !signal.aborted)
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  if (signal?.aborted === true) throw signal.reason;
  throw new RehearsalError("timeout", "This call was not answered in time when it was recorded.");
}

function record(open: Slot, call: Call): unknown {
  const { cassette, signal, ask } = call;
  const { mode } = cassette;
  const watch = ambient()?.watch;
  const told: SpentRecord[] = [];
  const slot = untilOver(open, watch, told);
  const step = <T>(work: () => T): T => within({ mode, cassette, inside: true, watch }, work);
  const tell = (spent: SpentRecord): void => {
    told.push(spent);
    call.spent?.(spent);
  };
  let result: unknown;
  try {
    result = step(() => ask(tell));
  } catch (error) {
    return rejected(failed(slot, error, signal, watch));
  }
  if (isStream(result) && !isPromise(result)) return streamed(result, slot, call, { direct: true, step });
  return Promise.resolve(result).then(
    (settled) => answered(settled, slot, call, { watch, step }),
    (error: unknown) => {
      throw failed(slot, error, signal, watch);
    },
  );
}

/**
 * Keeps the answer, the last where there are several (of a stream there was more than its reader took), with what was told
 * to be spent for it; or that its turn was late before there was any, and then nothing that comes after.
 */
function untilOver(slot: Slot, watch: TurnWatch | undefined, spent: readonly SpentRecord[]): Slot {
  let isOpen = true;
  const off = watch?.onOver((how) => {
    isOpen = false;
    try {
      if (how === "late") slot.keep({ unanswered: "late" });
    } catch {
      // Whoever keeps time can't be told; the next answer that can't be written says so.
    }
  });
  const keep = (reply: Reply): void => {
    off?.();
    if (isOpen) slot.keep(spent.length === 0 ? reply : { ...reply, spent });
  };
  return { keep };
}

/**
 * A time-out is an outcome as any other. Another abort says nothing of what was asked; in a turn that goes on it was done
 * by whoever asked, and is done again.
 */
function failed(slot: Slot, error: unknown, signal: AbortSignal | undefined, watch: TurnWatch | undefined): unknown {
  if (signal?.aborted !== true || isTimeout(signal.reason)) slot.keep({ error: encodeThrown(error) });
  else if (watch !== undefined && watch.over === undefined) slot.keep({ unanswered: "aborted" });
  return error;
}

const isTimeout = (reason: unknown): boolean =>
  reason instanceof RehearsalError
    ? reason.code === "timeout"
    : reason instanceof Error && reason.name === "TimeoutError";

type Step = <T>(work: () => T) => T;

function answered(
  result: unknown,
  slot: Slot,
  call: Call,
  { watch, step }: { readonly watch: TurnWatch | undefined; readonly step: Step },
): unknown {
  const { signal, url: requested } = call;
  if (result instanceof Response) {
    const kept = recordResponse(result, { keep: (http) => slot.keep({ http }), signal, requested });
    return kept.catch((error: unknown) => {
      throw signal?.aborted === true ? failed(slot, error, signal, watch) : error;
    });
  }
  if (isStream(result)) return streamed(result, slot, call, { direct: false, step });
  slot.keep({ value: encode(result, `what ${call.target} gave`) });
  return result;
}

function streamed(
  source: AsyncIterable<unknown>,
  slot: Slot,
  { target, signal }: Call,
  { direct, step }: { readonly direct: boolean; readonly step: Step },
) {
  return recordStream(source, {
    what: `what ${target} gave`,
    keep: (stream) => slot.keep({ stream: { ...stream, ...(direct && { direct: true }) } }),
    aborted: () => signal?.aborted === true,
    step,
  });
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/** A promise that rejects with anything, as the real one did. */
export const rejected = async (reason: unknown): Promise<never> => {
  throw reason;
};

const isPromise = (value: object): boolean => "then" in value && typeof value.then === "function";
