import { sharedSet } from "../../test-case/shared.js";

const observed = sharedSet<"tool">("observed-tools");

/** Says that somebody wrapped a tool in this process. */
export const noteObservedTool = (): void => void observed().add("tool");

/**
 * Whether somebody did: who wraps tools wraps those of the agent, so that a turn in which none is on record is one in which
 * none was called.
 */
export const hasObservedTools = (): boolean => observed().size > 0;

/** For tests, which have to see what is said where no tool is wrapped. */
export const forgetObservedTools = (): void => observed().clear();
