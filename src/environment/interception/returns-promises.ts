import { types } from "node:util";
import type { Rule } from "./rules.js";

const promising = new WeakSet<object>();

/** Takes note of what kind of answer a function gives. */
export function seen<T>(fn: object, answer: T): T {
  if (answer instanceof Promise) promising.add(fn);
  return answer;
}

/** In the text of functions that return them: as compilers write `async` for older runtimes, and as people write it. */
const PROMISES = /\b(?:Promise|__awaiter|_?asyncToGenerator)\b/;

/**
 * Whether a function without the word `async` is known to answer by promises: it did so before, its text says so, or what is
 * planned for it is a mock that does. Undefined: it can't be told from outside.
 */
export function returnsPromises(fn: object, rules: readonly Rule[] = []): true | undefined {
  if (promising.has(fn) || PROMISES.test(Function.prototype.toString.call(fn))) return true;
  return rules.some((rule) => rule.rule === "mock" && types.isAsyncFunction(rule.answer)) ? true : undefined;
}
