import { types } from "node:util";
import { binaryWords } from "./binary.js";

/** Fields by which frameworks know a call; one of them tells a context. */
const telling: ReadonlySet<string> = new Set([
  "abortSignal",
  "callbacks",
  "configurable",
  "experimental_context",
  "requestContext",
  "runManager",
  "runtimeContext",
  "signal",
  "toolCall",
  "toolCallId",
  "tracingContext",
]);

/** Fields that arguments may have as well: what has no others is a context. */
const usual: ReadonlySet<string> = new Set([
  "_meta",
  "config",
  "context",
  "ctx",
  "logger",
  "messages",
  "metadata",
  "requestId",
  "runId",
  "runName",
  "sessionId",
  "state",
  "tags",
  "threadId",
  "traceId",
]);

/**
 * Whether a value after a tool's object of arguments is what a framework adds to it, and none of its arguments: something
 * that works (a function, a signal, an instance of a class), an object that holds such, or one with a framework's fields.
 * Everything else may be an argument.
 */
export function isCallContext(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return works(value);
  if (!isPlain(value)) return works(value);
  const keys = Object.keys(value);
  if (keys.length === 0) return false;
  if (keys.some((key) => telling.has(key))) return true;
  if (keys.every((key) => usual.has(key))) return true;
  return Object.values(value).some(works);
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

function works(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value === "function" || typeof value === "symbol";
  return !isPlain(value) && !isData(value);
}

/** Lists, bytes, collections, and what JSON spells as a text or a number, such as a date. */
function isData(value: object): boolean {
  if (Array.isArray(value) || value instanceof Error || binaryWords(value) !== undefined) return true;
  if (types.isMap(value) || types.isSet(value) || types.isBoxedPrimitive(value)) return true;
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === "function" && typeof Reflect.apply(toJSON, value, [""]) !== "object";
}
