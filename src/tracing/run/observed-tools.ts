import { sharedSet } from "../../test-case/shared.js";

const observed = sharedSet<string>("observed-tools");

/** Says that somebody wrapped a tool of that name in this process. */
export const noteObservedTool = (name: string): void => void observed().add(name);

/**
 * Those that were wrapped: who wraps tools wraps those of the agent, so that a turn in which none is on record is one in
 * which none was called.
 */
export const observedTools = (): ReadonlySet<string> => observed();

/** For tests, which have to see what is said where no tool is wrapped. */
export const forgetObservedTools = (): void => observed().clear();
