/** Milliseconds since the epoch with fractions, monotonic within the process. */
export const now = (): number => performance.timeOrigin + performance.now();
