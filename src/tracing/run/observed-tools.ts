import { sharedSet } from "../../test-case/shared.js";

/** Names of the tools that are wrapped in this process. */
export const observedTools = sharedSet<string>("observed-tools");

/** Says that somebody wrapped a tool of that name in this process. */
export const noteObservedTool = (name: string): void => void observedTools().add(name);

/** For tests, which have to see what is said where no tool is wrapped. */
export const forgetObservedTools = (): void => observedTools().clear();
