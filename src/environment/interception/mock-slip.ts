import { asSetUpFault } from "../set-up-fault.js";

/** What nobody throws on purpose to say that a tool failed. */
const slips: readonly string[] = ["TypeError", "ReferenceError", "RangeError", "SyntaxError"];

/** The error of a mock; where it is a slip in the mock's own code, an agent that does not catch it has not failed. */
export const ofMock = (tool: string, error: Error): Error =>
  slips.includes(error.name) && Object.isExtensible(error)
    ? asSetUpFault(
        error,
        `The mock of ${tool} threw, and the agent did not catch it: ${error.name}: ${error.message}. If the tool is to fail there, throw an Error of its own, or plan a fault.`,
      )
    : error;
