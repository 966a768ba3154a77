import type { Turn } from "../test-case/turn.js";
import type { Clock } from "./clock.js";
import type { Exchange } from "./channel.js";
import { readPart, textTurn, wentOn } from "./reply.js";

export const isStream = (reply: unknown): reply is AsyncIterable<unknown> =>
  typeof reply === "object" &&
  reply !== null &&
  Symbol.asyncIterator in reply &&
  typeof reply[Symbol.asyncIterator] === "function";

/**
 * Reads a streamed reply to its end. Pieces of text in a row are one turn; a turn among them stands for itself. A
 * stream of nothing is an empty text. A part that hangs up is the last. The reply begins with the first piece that is not empty. The stream is closed
 * when `signal` fires, and where a piece is none.
 */
export async function readStream(stream: AsyncIterable<unknown>, signal: AbortSignal, clock: Clock): Promise<Exchange> {
  const iterator = stream[Symbol.asyncIterator]();
  const stop = (): void => close(iterator);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await readAll(iterator, signal, clock);
  } catch (error) {
    stop();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function readAll(iterator: AsyncIterator<unknown>, signal: AbortSignal, clock: Clock): Promise<Exchange> {
  const turns: Turn[] = [];
  let begunAt: number | undefined;
  let text = "";
  let end: string | undefined;
  const flush = (): void => {
    if (text !== "") turns.push(textTurn(text));
    text = "";
  };
  const breath = new Breath();
  for (let piece = 1; !signal.aborted; piece++) {
    const result = await iterator.next();
    if (result.done === true) break;
    if (breath.isDue()) await breath.taken();
    const place = ` as piece ${String(piece)} of its stream`;
    if (end !== undefined) throw wentOn(place);
    if (typeof result.value === "string") {
      text += result.value;
    } else {
      flush();
      end = readPart(result.value, place, turns);
    }
    if (result.value !== "") begunAt ??= clock.now();
  }
  flush();
  const isEmpty = turns.length === 0 && end === undefined;
  return { turns: isEmpty ? [textTurn("")] : turns, end, begunAt: begunAt ?? clock.now() };
}

/** In pieces, and in milliseconds. */
const PIECES_AT_A_TIME = 64;
const MS_AT_A_TIME = 10;

/**
 * A stream whose pieces are all there already never leaves the microtasks, and then no timer fires: neither the deadline,
 * nor the caller's signal, nor whatever other conversations wait for. So timers get their turn every now and then.
 */
class Breath {
  #pieces = 0;
  #since = performance.now();

  isDue(): boolean {
    this.#pieces += 1;
    return this.#pieces >= PIECES_AT_A_TIME || performance.now() - this.#since >= MS_AT_A_TIME;
  }

  async taken(): Promise<void> {
    await new Promise(setImmediate);
    this.#pieces = 0;
    this.#since = performance.now();
  }
}

/** Lets the stream clean up after itself. Nobody waits for that, and nothing comes of its failing. */
function close(iterator: AsyncIterator<unknown>): void {
  try {
    const closing: unknown = iterator.return?.();
    void Promise.resolve(closing).catch(() => undefined);
  } catch {
    // The conversation has already ended for a better reason.
  }
}
