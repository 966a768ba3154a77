import { messageOf } from "../../errors.js";
import { withFrames } from "../../evaluation/assertion-error.js";
import type { PendingAssertion } from "../../evaluation/pending-assertions.js";

/** How long a verdict is waited for that nobody awaited, in milliseconds. The test fails in any case. */
const PATIENCE = 5000;

/** One error for all assertions that nobody waited for, with the verdict of each, at the user's call of the first. */
export async function neverAwaited(
  left: readonly PendingAssertion[],
  patienceMs: number = PATIENCE,
): Promise<Error | undefined> {
  const errors = await Promise.all(left.map((assertion) => errorOf(assertion, patienceMs)));
  const [first] = errors;
  if (first === undefined || errors.length === 1) return first;
  const frames = left[0]?.frames ?? "";
  return withFrames(new Error(errors.map(({ message }) => message).join("\n\n")), frames);
}

async function errorOf({ call, frames, promise, refused }: PendingAssertion, patienceMs: number): Promise<Error> {
  if (refused !== undefined) return refused;
  const verdict = await Promise.race([
    promise.then(
      () => "It passes, this time",
      (error: unknown) => `It fails: ${messageOf(error)}`,
    ),
    within(patienceMs),
  ]);
  return withFrames(
    new Error(`an assertion was never awaited to its end: write \`${call}\`, or return its promise. ${verdict}`),
    frames,
  );
}

const within = (ms: number): Promise<string> =>
  new Promise((resolve) => {
    setTimeout(() => resolve("Its verdict is not there yet"), ms).unref();
  });
