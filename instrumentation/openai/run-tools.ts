import {
  follow,
  inPlaceOf,
  isObject,
  own,
  parseOrText,
  quietly,
  specOf,
  startCall,
  textOf,
  type ObserveSpec,
  type Outcome,
} from "../../src/tracing/instrument.js";
import { Content } from "../shared/content.js";
import { failureOf } from "../shared/failure.js";
import type { Json } from "../shared/json.js";
import { listOf } from "./messages/parts.js";
import type { Settings } from "../shared/settings.js";

type Fields = Readonly<Record<string, unknown>>;
type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

const isFunction = (value: unknown): value is AnyFunction => typeof value === "function";

/** The body of `runTools` with tools that record their calls. The caller's own body and tools are left as they are. */
export function withRecordedTools(body: unknown, settings: Settings): unknown {
  if (!isObject(body) || !Array.isArray(body.tools)) return body;
  return (
    quietly("recording tools", () => ({
      ...body,
      tools: listOf(body.tools).map((tool) => (isObject(tool) ? recordedTool(tool, settings) : tool)),
    })) ?? body
  );
}

/** The same for `runFunctions` of openai 4, which takes functions as they are. */
export function withRecordedFunctions(body: unknown, settings: Settings): unknown {
  if (!isObject(body) || !Array.isArray(body.functions)) return body;
  return (
    quietly("recording functions", () => ({
      ...body,
      functions: listOf(body.functions).map((each) =>
        isObject(each) && isFunction(each.function)
          ? recording(each, "function", each.function, textOf(each.name), settings)
          : each,
      ),
    })) ?? body
  );
}

/** A tool holds its function itself, or in a hidden field where a helper made it from a schema. */
function recordedTool(tool: Fields, settings: Settings): Fields {
  const inner = tool.function;
  if (!isObject(inner)) return tool;
  if (isFunction(tool.$callback)) return recording(tool, "$callback", tool.$callback, textOf(inner.name), settings);
  if (!isFunction(inner.function)) return tool;
  return copyWith(tool, "function", recording(inner, "function", inner.function, textOf(inner.name), settings));
}

/** A copy of what owns a function, with one in its place that records. */
function recording(owner: Fields, key: string, fn: AnyFunction, name: string | undefined, settings: Settings): Fields {
  const spec = specOf({ type: "tool", name }, fn);
  const recorded = new Proxy(fn, {
    apply: (target, self: unknown, args: unknown[]) =>
      callTool(target, self === copy ? owner : self, args, spec, settings),
  });
  const copy = copyWith(owner, key, recorded);
  return copy;
}

/** With all of its own fields, the hidden ones too, and its class. */
function copyWith(object: Fields, key: string, value: unknown): Fields {
  const fields = Object.getOwnPropertyDescriptors(object);
  const copy: unknown = Object.create(Object.getPrototypeOf(object) as object | null, {
    ...fields,
    [key]: { value, enumerable: fields[key]?.enumerable ?? true, configurable: true, writable: true },
  });
  return copy as Fields;
}

function callTool(fn: AnyFunction, self: unknown, args: unknown[], spec: ObserveSpec, settings: Settings): unknown {
  const target = inPlaceOf(spec, fn, ([given]) => (typeof given === "string" ? parseOrText(given) : given));
  const content = new Content(settings);
  const call = quietly("starting a span", () => startTool(spec, args[0], content, settings));
  if (call === undefined) return Reflect.apply(target, self, args);
  let result: unknown;
  try {
    result = call.within((): unknown => Reflect.apply(target, self, args));
  } catch (error) {
    call.threw(error);
    throw error;
  }
  return follow(result, call);
}

/** Arguments come as the model wrote them, in JSON, where the tool has no parser for them. */
function startTool(spec: ObserveSpec, given: unknown, content: Content, { tracer }: Settings): Outcome | undefined {
  const args = content.isWhole && typeof given !== "string" ? given : parsed(argumentsOf(given, content));
  const { hidden } = content;
  const attributes = content.isChanged ? { ...spec.attributes, [own.redacted]: true } : spec.attributes;
  const filtering = { ...spec, attributes, isFiltered: true };
  const allowed = hidden === undefined ? filtering : { ...filtering, recordInputs: false, unrecorded: hidden };
  const call = startCall(allowed, [args], tracer);
  return call === undefined || content.isWhole ? call : filtered(call, content);
}

const argumentsOf = (given: unknown, content: Content): Json | undefined =>
  typeof given === "string" ? content.json(given) : content.value(given);

const parsed = (text: Json | undefined): unknown => (text === undefined ? undefined : parseOrText(text));

/** Lets through only what may be recorded. */
function filtered(call: Outcome, content: Content): Outcome {
  const returned = (value: unknown): void => {
    const kept = content.value(value ?? null);
    if (kept === undefined) call.unseen(content.hidden ?? "it is no plain data");
    else call.returned(parsed(kept));
  };
  return {
    returned,
    within: (step) => call.within(step),
    streamed: (pieces) => {
      const whole = pieces.result();
      returned(whole !== undefined && "text" in whole ? whole.text : undefined);
    },
    unseen: (reason) => call.unseen(reason),
    threw: (error) => call.threw(content.isWhole ? error : failureOf(error, content).message),
  };
}
