import { isJsonObject, type JsonObject, type JsonValue } from "../../test-case/json.js";

/** What else stands there: smolagents of Hugging Face. */
const beside: ReadonlySet<string> = new Set(["args", "kwargs", "sanitize_inputs_outputs"]);

/**
 * What a Python function was called with, out of the `{ args, kwargs }` that decorators record: the named ones, or the
 * only one without a name. Anything else stays as it is, and so do those of which the names of some are not known.
 */
export function calledWith(input: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(input) || !isCall(input)) return input;
  const { args, kwargs } = input;
  const list = Array.isArray(args) ? (args as readonly JsonValue[]) : [];
  const named = isJsonObject(kwargs) && Object.keys(kwargs).length > 0;
  if (list.length === 0) return kwargs;
  return named ? input : list.length === 1 ? list[0] : list;
}

const isCall = (input: JsonObject): boolean =>
  isJsonObject(input.kwargs) &&
  (input.args === undefined || Array.isArray(input.args)) &&
  Object.keys(input).every((key) => beside.has(key));
