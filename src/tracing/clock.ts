const { timeOrigin } = performance;

/** Milliseconds since the epoch with fractions, monotonic within the process. */
export const now = (): number => timeOrigin + performance.now();
