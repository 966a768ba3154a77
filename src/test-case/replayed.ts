import { shared } from "./shared.js";

const answers = shared("replayed", () => new WeakSet());

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Takes note that an answer comes from a cassette. It looks as it did when it was recorded, so it can't say so itself. */
export function markReplayed<T>(answer: T): T {
  if (isObject(answer)) answers().add(answer);
  return answer;
}

/** Whether an answer comes from a cassette, so that nobody is paid for it. */
export const isReplayed = (answer: unknown): boolean => isObject(answer) && answers().has(answer);
