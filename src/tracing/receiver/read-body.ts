import type { IncomingMessage } from "node:http";
import { Aborted, Refusal } from "./refusal.js";
import type { ReceiverClock, ReceiverSettings } from "./receiver-options.js";

/** What exports on their way in measure together. */
export interface Pending {
  bytes: number;
}

export interface BodyLimits extends Pick<ReceiverSettings, "maxBodyBytes" | "maxPendingBytes" | "requestTimeoutMs"> {
  readonly clock: ReceiverClock;
}

/** Reads a body as far as the limits allow. Rejects with a {@link Refusal}, or with {@link Aborted}. */
export function readBody(request: IncomingMessage, limits: BodyLimits, pending: Pending): Promise<Buffer> {
  const { maxBodyBytes, maxPendingBytes, requestTimeoutMs, clock } = limits;
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      cancelTimer();
      pending.bytes -= size;
      request.off("data", take).off("end", ended).off("close", aborted).off("error", aborted);
      // Whoever goes away after this is no concern; without a listener the error would be one.
      request.on("error", () => undefined);
      end();
    };
    const refuse = (refusal: Error): void => settle(() => reject(refusal));
    const take = (chunk: Buffer): void => {
      size += chunk.byteLength;
      pending.bytes += chunk.byteLength;
      if (size > maxBodyBytes) refuse(tooLarge(maxBodyBytes));
      else if (pending.bytes > maxPendingBytes) refuse(overloaded());
      else chunks.push(chunk);
    };
    const ended = (): void => settle(() => resolve(Buffer.concat(chunks, size)));
    const aborted = (): void => refuse(new Aborted("the sender went away"));
    const late = `The export did not arrive within ${String(requestTimeoutMs)} ms.`;
    const cancelTimer = clock.setTimeout(
      () => refuse(new Refusal(408, late, { connection: "close" })),
      requestTimeoutMs,
    );
    request.on("data", take).on("end", ended).on("close", aborted).on("error", aborted);
    if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes) refuse(tooLarge(maxBodyBytes));
  });
}

const tooLarge = (most: number): Refusal =>
  new Refusal(413, `The export measures more than ${String(most)} bytes. Export smaller batches.`);

const overloaded = (): Refusal =>
  new Refusal(503, "Too many exports are on their way in at once. Try again.", { "retry-after": "1" });
