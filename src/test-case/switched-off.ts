import type { ToolCall } from "./tool-call.js";

/** What `interceptTools` tells a call whose tool it keeps away, where no rule of the test says it in other words. */
const OFF = "is switched off and did nothing";

/** Whether a call was made and the test itself kept the tool from running. */
export const isSwitchedOff = ({ executed, error }: ToolCall): boolean =>
  executed === false && error?.includes(OFF) === true;
