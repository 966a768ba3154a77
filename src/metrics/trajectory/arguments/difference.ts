import type { JsonValue } from "../../../test-case/json.js";

/** One place at which the arguments of a call are not the expected ones. */
export interface Difference {
  /** Where, as in `items[0].sku`. Empty: the arguments as a whole. */
  readonly path: string;
  /** Absent: the expected call has nothing there. */
  readonly expected?: JsonValue;
  /** Absent: the actual call has nothing there. */
  readonly actual?: JsonValue;
  /** In words, without the path: `expected 59.9, got 60`. */
  readonly message: string;
}

/** Called for every difference, where somebody wants to know. */
export type Note = (difference: Difference) => void;

export const childPath = (path: string, key: string | number): string => {
  if (typeof key === "number") return `${path}[${String(key)}]`;
  const plain = /^[\p{L}\p{N}_$-]+$/u.test(key) ? key : JSON.stringify(key);
  return path === "" ? plain : `${path}.${plain}`;
};
