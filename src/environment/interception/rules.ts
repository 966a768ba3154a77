import { RehearsalError } from "../../errors.js";
import { described } from "../../test-case/unknown-option.js";
import type { Fault } from "../fault.js";

/** What a mock may know of the call that it answers. */
export interface MockCall {
  readonly name: string;
  /** Which call of the tool in this conversation it is, from 1. */
  readonly nth: number;
  /** All arguments, as the agent gave them. */
  readonly args: readonly unknown[];
  /** Calls the real tool with them. */
  readonly real: () => unknown;
}

export interface Mock {
  readonly rule: "mock";
  readonly answer: (args: unknown, call: MockCall) => unknown;
}
export interface Pass {
  readonly rule: "pass";
}
export interface Refuse {
  readonly rule: "refuse";
  readonly message: string | undefined;
  /** No rule says so, but `writes: "refuse"`, or what `by` names. */
  readonly isDefault?: true;
  readonly by?: string;
}
/** What becomes of the calls of a tool. */
export type Rule = Mock | Pass | Refuse | Fault;

/**
 * The tool itself is not called, and this is its answer: a value, of which every call gets a copy, or what a function
 * makes of the object of arguments. Where the tool returns promises without the word `async`, which can't be seen from
 * outside, give an async function: then faults and refusals of the same list are promises, too.
 */
export function mock<A = Readonly<Record<string, unknown>>>(answer: (args: A, call: MockCall) => unknown): Mock;
export function mock(value: unknown): Mock;
export function mock(answer: unknown): Mock {
  if (typeof answer === "function") return Object.freeze({ rule: "mock" as const, answer: answer as Mock["answer"] });
  return Object.freeze({ rule: "mock" as const, answer: () => copyOf(answer) });
}

/** The tool itself is called. */
export const pass: Pass = Object.freeze({ rule: "pass" });

/** The tool itself is not called, and the agent is told that it failed. `message` default: that it is switched off. */
export function refuse(message?: string): Refuse {
  if (message === undefined || typeof message === "string") return Object.freeze({ rule: "refuse", message });
  throw new RehearsalError("invalid_input", `refuse(): message must be a text; got ${described(message)}.`);
}

/** What is no plain data is handed out as it is. */
function copyOf(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
}

const kinds: ReadonlySet<unknown> = new Set(["mock", "pass", "refuse", "fault"]);

/** The rules of a tool as a list. Throws a RehearsalError where there is something else among them. */
export function rulesOf(tool: string, given: unknown): readonly Rule[] {
  const rules: unknown[] = Array.isArray(given) ? given : [given];
  const isRule = (each: unknown): each is Rule =>
    typeof each === "object" && each !== null && kinds.has((each as Rule).rule);
  if (rules.length > 0 && rules.every(isRule)) return Object.freeze(rules);
  throw new RehearsalError(
    "invalid_input",
    `interceptTools: ${tool} needs a rule or a list of rules: mock(value or function), pass, refuse(message), fault({ kind, on }).`,
  );
}
