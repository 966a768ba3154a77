import type { Turn } from "../test-case/turn.js";
import type { Clock } from "./clock.js";
import type { Exchange } from "./channel.js";
import { textTurn, turnOf } from "./reply.js";

export const isStream = (reply: unknown): reply is AsyncIterable<unknown> =>
  typeof reply === "object" &&
  reply !== null &&
  Symbol.asyncIterator in reply &&
  typeof reply[Symbol.asyncIterator] === "function";

/**
 * Reads a streamed reply to its end. Pieces of text in a row are one turn; a turn among them stands for itself. A
 * stream of nothing is an empty text. The reply begins with the first piece that is not empty. The stream is closed
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
  const flush = (): void => {
    if (text !== "") turns.push(textTurn(text));
    text = "";
  };
  for (let piece = 1; !signal.aborted; piece++) {
    const result = await iterator.next();
    if (result.done === true) break;
    if (typeof result.value === "string") {
      text += result.value;
    } else {
      flush();
      turns.push(turnOf(result.value, ` as piece ${String(piece)} of its stream`));
    }
    if (result.value !== "") begunAt ??= clock.now();
  }
  flush();
  return { turns: turns.length > 0 ? turns : [textTurn("")], begunAt: begunAt ?? clock.now() };
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
