import type { TurnInput } from "../../test-case/turn.js";
import type { ScenarioState } from "./scenario-state.js";

/**
 * Throws, or returns what is falsy (false, null, 0, ""), where something is not as it should be. Undefined passes, since it
 * is what assertions return: say `.some(...)` rather than `.find(...)`.
 */
export type Check = (state: ScenarioState) => unknown;

/** What the agent's reply should be: a text that it holds, a pattern that it matches, or a function that says whether, as a check does. */
export type ReplyExpectation = string | RegExp | ((reply: string, state: ScenarioState) => unknown);

/** A tool that is to fail in the agent's next reply. */
export interface ToolFailure {
  /** Name of the tool, as it is recorded. */
  readonly tool: string;
  /** The message of its error. Default: that the tool failed. */
  readonly message?: string;
  /** How many calls of that reply fail, from the first on. Default: all. */
  readonly times?: number;
}

/** The same in the turn before that reply. */
export interface PlannedFailure extends ToolFailure {
  /** Number of the step that says so, from 1. */
  readonly step?: number;
}

/** One step of a scripted scenario; made by `steps`. */
export type Step =
  | { readonly kind: "user"; readonly say?: string | ((state: ScenarioState) => string | Promise<string>) }
  | { readonly kind: "agent"; readonly expects?: ReplyExpectation }
  | { readonly kind: "check"; readonly check: Check; readonly label?: string; readonly place?: string }
  | { readonly kind: "judge"; readonly criteria: readonly string[] }
  | { readonly kind: "message"; readonly turn: TurnInput }
  | { readonly kind: "toolFailure"; readonly failure: ToolFailure }
  | { readonly kind: "proceed"; readonly turns?: number }
  | { readonly kind: "succeed"; readonly reason: string }
  | { readonly kind: "fail"; readonly reason: string };

/** Whether a step decides over the verdict. */
export const asserts = ({ kind }: Step): boolean =>
  kind === "agent" || kind === "check" || kind === "judge" || kind === "succeed" || kind === "fail";

/** A step as messages name it. */
export function nameOfStep(step: Step, index: number): string {
  const label = step.kind === "check" && step.label !== undefined ? `, ${step.label}` : "";
  return `step ${String(index + 1)} (${step.kind}${label})`;
}
