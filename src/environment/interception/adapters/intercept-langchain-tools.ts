import { RehearsalError } from "../../../errors.js";
import { nameOf } from "../../../test-case/plain-messages.js";
import { throughSeam } from "../../../test-case/tool-seam.js";
import { openBound } from "./langchain-runnable.js";
import { noteOnSpan } from "./note-on-span.js";
import { patchMethod } from "./patch-method.js";

/** As much of a tool of `@langchain/core` as is touched. */
interface LangChainTool {
  readonly name: string;
  readonly responseFormat?: unknown;
}

/**
 * Opens tools of `@langchain/core` to interception, in place: they stay the same objects of the same classes, and outside
 * of a simulation they do what they did. LangChain still checks the arguments, tells its callbacks and makes the
 * `ToolMessage`. Once more does no harm. Throws a RehearsalError for what is no such tool.
 */
export function interceptLangChainTools<T extends readonly LangChainTool[]>(tools: T): T {
  tools.forEach((tool, index) => {
    // The innermost step: all ways to call a tool lead there. A runnable made into a tool does it all by the one it is bound to.
    const done =
      isTool(tool) &&
      (openBound(tool, opened(tool)) || ["_call", "invoke"].some((method) => patchMethod(tool, method, opened(tool))));
    if (!done) throw noTool(index, tool);
    // The author's own function may be called directly, and goes along where the tool is copied.
    if (Object.hasOwn(tool, "func")) patchMethod(tool, "func", opened(tool));
  });
  return tools;
}

const isTool = (value: unknown): value is LangChainTool =>
  typeof value === "object" && value !== null && "name" in value && typeof value.name === "string";

const opened = (tool: LangChainTool) => {
  // It may be given another name, and then does what it did.
  const { name } = tool;
  return (original: (this: unknown, ...args: unknown[]) => unknown) =>
    function (this: unknown, ...args: unknown[]): unknown {
      const about = {
        name: isTool(this) ? this.name : tool.name,
        alsoNamed: [name, tool.name],
        note: noteOnSpan,
        isAsync: true,
        argumentsOf: ([input]: readonly unknown[]) => argumentsIn(input),
        returning: (value: unknown) => inFormat(tool, value),
      };
      return Reflect.apply(throughSeam(about, original), this, args);
    };
};

/** A runnable made into a tool may be given the model's call as it is. */
const argumentsIn = (input: unknown): unknown =>
  typeof input === "object" && input !== null && "args" in input && Reflect.get(input, "type") === "tool_call"
    ? input.args
    : input;

/** Tools that also hand over an artifact answer with a pair. */
const inFormat = ({ responseFormat }: LangChainTool, value: unknown): unknown =>
  responseFormat !== "content_and_artifact" || (Array.isArray(value) && value.length === 2) ? value : [value, null];

const noTool = (index: number, given: unknown): RehearsalError =>
  new RehearsalError(
    "invalid_input",
    `interceptLangChainTools: [${String(index)}] is no tool of LangChain (it is ${nameOf(given)}). Give the tools that the agent has, as in interceptLangChainTools([refundOrder, lookupOrder]).`,
  );
