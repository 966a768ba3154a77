import { RehearsalError, messageOf, type RehearsalErrorCode } from "../../errors.js";
import { put, type JsonValue } from "../../test-case/json.js";
import { decode } from "./decode.js";
import { encodeRequest } from "./encode.js";
import type { ThrownRecord } from "./recording.js";

/** Causes further down say nothing new, and may go round in a circle. */
const MAX_CAUSES = 5;

/** `copy`: how its fields are kept. */
export function encodeThrown(
  thrown: unknown,
  copy: (value: unknown) => JsonValue | undefined = encodeRequest,
  depth = 0,
): ThrownRecord {
  if (!(thrown instanceof Error)) return { name: "", message: messageOf(thrown), thrown: encodeRequest(thrown) };
  const kept: { [key: string]: JsonValue } = {};
  for (const [key, value] of Object.entries(thrown)) {
    if (key === "cause" || key === "name" || key === "message" || key === "stack") continue;
    const item = copy(value);
    if (item !== undefined && (item !== null || value === null)) put(kept, key, item);
  }
  return {
    name: thrown.name,
    message: thrown.message,
    ...(Object.keys(kept).length > 0 && { fields: kept }),
    ...(thrown.cause !== undefined && depth < MAX_CAUSES && { cause: encodeThrown(thrown.cause, copy, depth + 1) }),
  };
}

const builtIns: Readonly<Record<string, new (message: string) => Error>> = {
  TypeError,
  RangeError,
  SyntaxError,
  ReferenceError,
  EvalError,
  URIError,
};
const domNames = ["AbortError", "TimeoutError"];

/** An error with the name, message, code, cause and fields of the recorded one; of its class where the language has it. */
export function decodeThrown(record: ThrownRecord): unknown {
  if (record.thrown !== undefined) return decode(record.thrown);
  const { name, fields = {}, cause } = record;
  const error = errorOf(record);
  if (cause !== undefined && error.cause === undefined) hide(error, "cause", decodeThrown(cause));
  if (error.name !== name) hide(error, "name", name);
  for (const [key, value] of Object.entries(fields))
    if (!Object.hasOwn(error, key)) put(error as object as Fields, key, decode(value));
  return error;
}

type Fields = { [key: string]: unknown };

function errorOf({ name, message, fields = {} }: ThrownRecord): Error {
  if (name === "RehearsalError") {
    const issues = decode(fields.issues ?? null);
    return new RehearsalError(fields.code as RehearsalErrorCode, message, {
      issues: Array.isArray(issues) ? (issues as RehearsalError["issues"]) : [],
    });
  }
  if (domNames.includes(name)) return new DOMException(message, name);
  const BuiltIn = Object.hasOwn(builtIns, name) ? builtIns[name] : undefined;
  return BuiltIn === undefined ? new Error(message) : new BuiltIn(message);
}

const hide = (error: Error, key: string, value: unknown): void => {
  Object.defineProperty(error, key, { value, configurable: true, writable: true, enumerable: false });
};
