import { toolSeam } from "../../../test-case/tool-seam.js";
import { noteOnSpan } from "./note-on-span.js";

type Execute = (this: unknown, ...args: unknown[]) => unknown;

/**
 * The tools of an AI SDK agent, open to interception: the same record with the same types. Outside of a simulation they
 * do what they did. Tools without `execute`, which others run, are left as they are; those given are not changed.
 *
 * @example
 * const { text } = await generateText({ model, prompt, tools: interceptAISDKTools({ refund_order }) });
 */
export function interceptAISDKTools<T extends object>(tools: T): T {
  const entries = Object.entries(tools).map(([name, tool]: [string, unknown]) => [name, open(name, tool)]);
  return Object.fromEntries(entries) as T;
}

function open(name: string, tool: unknown): unknown {
  if (typeof tool !== "object" || tool === null) return tool;
  const execute: unknown = Reflect.get(tool, "execute");
  if (typeof execute !== "function") return tool;
  const about = { name, note: noteOnSpan, isAsync: true };
  const intercepted: Execute = function (this: unknown, ...args) {
    const real = execute as Execute;
    return Reflect.apply(toolSeam()?.inPlaceOf(about, real) ?? real, this, args);
  };
  const copy = Object.create(
    Object.getPrototypeOf(tool) as object | null,
    Object.getOwnPropertyDescriptors(tool),
  ) as object;
  Object.defineProperty(copy, "execute", { value: intercepted, enumerable: true, configurable: true, writable: true });
  return copy;
}
