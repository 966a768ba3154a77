import { excerpt } from "./neutralise.js";
import { nearestKey } from "../test-case/nearest-key.js";

/** What is wrong with the keys of an options object, if anything: a key that is not read would be a silent mistake. */
export function unknownOption(options: object, known: readonly string[]): string | undefined {
  const key = Object.keys(options).find((it) => !known.includes(it));
  if (key === undefined) return undefined;
  if (key === "judge") {
    return '"judge" is not there yet: conditions that need a judge are listed as not asserted by this version';
  }
  const near = nearestKey(key, known);
  return `unknown key "${excerpt(key)}"; ${near === undefined ? `known keys: ${known.join(", ")}` : `did you mean "${near}"?`}`;
}
