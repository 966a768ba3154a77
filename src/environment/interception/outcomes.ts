export const asItIs = (value: unknown): unknown => value;
export const throwing = (error: Error): never => {
  throw error;
};

/** A function that takes note of each call, of whatever kind `run` makes it. */
export const noting = (note: (args: unknown[]) => void, run: (self: unknown, args: unknown[]) => unknown) =>
  function (this: unknown, ...args: unknown[]): unknown {
    note(args);
    return run(this, args);
  };

/** What the work returned or threw, at once or later, in the tool's own way. */
export function returned(
  work: () => unknown,
  returning: (value: unknown) => unknown,
  failing: (error: Error) => unknown,
): unknown {
  const failed = (thrown: unknown): unknown => failing(thrown instanceof Error ? thrown : new Error(String(thrown)));
  try {
    const value = work();
    return value instanceof Promise ? value.then(returning, failed) : returning(value);
  } catch (thrown) {
    return failed(thrown);
  }
}

/** The work is done and its answer is lost. */
export function after(work: () => unknown, outcome: () => unknown): unknown {
  let done: unknown;
  try {
    done = work();
  } catch {
    return outcome();
  }
  return done instanceof Promise ? done.then(outcome, outcome) : outcome();
}
