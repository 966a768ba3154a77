/** A number with what it counts: `1 call`, `2 calls`. */
export const counted = (number: number, noun: string): string => `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
