import { isJsonObject, type JsonValue } from "../../test-case/json.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import { textOf } from "../reading/attributes.js";
import type { Mutable } from "../reading/read-span.js";
import { argumentsOf } from "../reading/json-text.js";

/** Calls that somebody listed by hand: names, or objects like `ToolCall`. What is neither is left out. */
export function readDeclaredCalls(value: JsonValue): readonly ToolCall[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]).flatMap(declared) : [];
}

function declared(call: JsonValue): readonly ToolCall[] {
  const name = isJsonObject(call) ? textOf(call.name) : textOf(call);
  if (name === undefined || name.trim() === "") return [];
  if (!isJsonObject(call)) return [{ name }];
  const kept: Mutable<ToolCall> = { name };
  for (const field of ["id", "error", "description", "reasoning"] as const) {
    const value = call[field];
    if (typeof value === "string") kept[field] = value;
  }
  const inputParameters = argumentsOf(call.inputParameters ?? call.input_parameters ?? undefined);
  if (inputParameters !== undefined) kept.inputParameters = inputParameters;
  if (call.output !== undefined) kept.output = call.output;
  if (call.type === "mcp") kept.type = "mcp";
  if (call.executed === false) kept.executed = false;
  return [kept];
}
