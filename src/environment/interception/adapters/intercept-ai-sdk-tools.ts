import { throughSeam } from "../../../test-case/tool-seam.js";
import { saysWrite } from "../reads.js";
import { forwarding, isOfClass } from "./forwarding.js";
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
  const names = namesOf(execute as Execute).add(name);
  const about = { name, note: noteOnSpan, isAsync: true };
  const intercepted: Execute = function (this: unknown, ...args) {
    const called = throughSeam({ ...about, alsoNamed: [...names] }, execute as Execute);
    return Reflect.apply(called, this === copy && isOfClass(tool) ? tool : this, args);
  };
  known.set(intercepted, names);
  const copy = Object.create(Object.getPrototypeOf(tool) as object | null, {
    ...(isOfClass(tool) ? forwarding(tool) : Object.getOwnPropertyDescriptors(tool)),
    execute: { value: intercepted, enumerable: true, configurable: true, writable: true },
  }) as object;
  return copy;
}

/** By what names each function is a tool: under another one it does the same. */
const known = new WeakMap<Execute, Set<string>>();

/** The function's own name counts where it says that something is done; mostly it says nothing. */
function namesOf(execute: Execute): Set<string> {
  const names = known.get(execute) ?? new Set(saysWrite(execute.name) ? [execute.name] : []);
  known.set(execute, names);
  return names;
}
