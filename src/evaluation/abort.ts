import { messageOf, RehearsalError } from "../errors.js";

/** Does the work, and rejects as soon as the signal fires, also where the work itself does not heed it. */
export async function unlessAborted<T>(signal: AbortSignal | undefined, work: () => T | Promise<T>): Promise<T> {
  if (signal === undefined) return work();
  if (signal.aborted) throw aborted(signal);
  let listener: (() => void) | undefined;
  const abort = new Promise<never>((_, reject) => {
    listener = () => reject(aborted(signal));
    signal.addEventListener("abort", listener, { once: true });
  });
  try {
    return await Promise.race([work(), abort]);
  } finally {
    // A signal may outlive thousands of measurements.
    if (listener !== undefined) signal.removeEventListener("abort", listener);
  }
}

const aborted = (signal: AbortSignal): RehearsalError =>
  new RehearsalError("aborted", `aborted before it ended (${messageOf(signal.reason)})`, { cause: signal.reason });
