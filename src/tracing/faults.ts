import { messageOf } from "../errors.js";
import { shared } from "../test-case/shared.js";

const told = shared("faults", (): { count: number; last: string | undefined } => ({ count: 0, last: undefined }));

/** Runs a piece of our own work. A fault in it is counted for `tracingStatus()`, and never reaches the agent. */
export function quietly<T>(what: string, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    const all = told();
    all.count += 1;
    all.last = `${what}: ${messageOf(error)}`;
    return undefined;
  }
}

export const faults = (): { readonly count: number; readonly last: string | undefined } => ({ ...told() });
