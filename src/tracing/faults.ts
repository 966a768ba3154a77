import { messageOf } from "../errors.js";

let count = 0;
let last: string | undefined;

/** Runs a piece of our own work. A fault in it is counted for `tracingStatus()`, and never reaches the agent. */
export function quietly<T>(what: string, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    count += 1;
    last = `${what}: ${messageOf(error)}`;
    return undefined;
  }
}

export const faults = (): { readonly count: number; readonly last: string | undefined } => ({ count, last });
