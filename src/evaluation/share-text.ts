import type { Interval } from "../statistics/interval.js";

/** A share with two digits or three, never rounded up to a threshold that it misses. */
export const share = (value: number): string => (Math.floor(value * 1000 + 1e-6) / 1000).toFixed(3).replace(/0$/, "");

/** `0.23 to 0.88`. */
export const range = ({ low, high }: Interval): string => `${share(low)} to ${share(high)}`;

/** `6.7 %`. */
export const percent = (value: number): string => `${String(Math.round(value * 1000) / 10)} %`;
