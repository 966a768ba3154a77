import type { JsonValue } from "../../test-case/json.js";
import { within } from "./ambient.js";
import type { Cassette, Slot } from "./cassette.js";
import { decode } from "./decode.js";
import { encode } from "./encode.js";
import { recordResponse, replayResponse } from "./http-reply.js";
import type { Reply } from "./recording.js";
import { recordStream, replayStream } from "./stream-reply.js";
import { decodeThrown, encodeThrown } from "./thrown.js";

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
  /** The real thing. */
  readonly ask: () => unknown;
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

function replay({ value, error, http, stream }: Reply, { signal, url }: Call): unknown {
  if (stream !== undefined)
    return stream.direct === true ? replayStream(stream) : Promise.resolve(replayStream(stream));
  if (http !== undefined) return Promise.resolve(replayResponse(http, { signal, requested: url }));
  if (error !== undefined) return rejected(decodeThrown(error));
  return Promise.resolve(decode(value ?? null));
}

function record(slot: Slot, call: Call): unknown {
  const { cassette, signal, ask } = call;
  const step = <T>(work: () => T): T => within({ cassette, inside: true }, work);
  let result: unknown;
  try {
    result = step(ask);
  } catch (error) {
    return rejected(failed(slot, error, signal));
  }
  if (isStream(result) && !isPromise(result)) return streamed(result, slot, call, true);
  return Promise.resolve(result).then(
    (settled) => answered(settled, slot, call),
    (error: unknown) => {
      throw failed(slot, error, signal);
    },
  );
}

/** An abort by the caller says nothing of what was asked. */
function failed(slot: Slot, error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted !== true) slot.keep({ error: encodeThrown(error) });
  return error;
}

function answered(result: unknown, slot: Slot, call: Call): unknown {
  if (result instanceof Response) {
    const { signal, url: requested } = call;
    return recordResponse(result, { keep: (http) => slot.keep({ http }), signal, requested });
  }
  if (isStream(result)) return streamed(result, slot, call, false);
  slot.keep({ value: encode(result, `what ${call.target} gave`) });
  return result;
}

function streamed(source: AsyncIterable<unknown>, slot: Slot, { cassette, target, signal }: Call, direct: boolean) {
  return recordStream(source, {
    what: `what ${target} gave`,
    keep: (stream) => slot.keep({ stream: { ...stream, ...(direct && { direct: true }) } }),
    aborted: () => signal?.aborted === true,
    step: (work) => within({ cassette, inside: true }, work),
  });
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/** A promise that rejects with anything, as the real one did. */
export const rejected = async (reason: unknown): Promise<never> => {
  throw reason;
};

const isPromise = (value: object): boolean => "then" in value && typeof value.then === "function";
