const key = Symbol.for("rehearsal.replayed.1");

/** One for all copies of this package in the process, as the cassette of a conversation is. */
function answers(): WeakSet<object> {
  const there = Reflect.get(globalThis, key) as WeakSet<object> | undefined;
  if (there !== undefined) return there;
  const made = new WeakSet<object>();
  Object.defineProperty(globalThis, key, { value: made });
  return made;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Takes note that an answer comes from a cassette. It looks as it did when it was recorded, so it can't say so itself. */
export function markReplayed<T>(answer: T): T {
  if (isObject(answer)) answers().add(answer);
  return answer;
}

/** Whether an answer comes from a cassette, so that nobody is paid for it. */
export const isReplayed = (answer: unknown): boolean => isObject(answer) && answers().has(answer);
