import type { ToolCall } from "./tool-call.js";

/** Whether a call was seen to begin and not to end: it may yet fail, and of a stream that nobody read nothing ran. */
export const isUnfinished = ({ ended, output, error }: ToolCall): boolean =>
  ended === false && output === undefined && error === undefined;

/** Why what came of it is not known, and what to do. */
export const UNFINISHED = "it had not ended when the agent replied: await it, or read its stream to the end";
