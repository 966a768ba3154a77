import type { JsonObject, JsonValue } from "../../test-case/json.js";
import { toolMessageOf } from "../conventions/langchain-messages.js";
import { textOf } from "../reading/attributes.js";
import { argumentsOf, isObject, keptJson, structuredOrText } from "../reading/json-text.js";
import type { Reading } from "../reading/read-span.js";
import { object, type Fields } from "./record-kind.js";

/** The call that a tool's run executed. */
export function toolCallOf(run: Fields): Reading["call"] {
  const asked = askedOf(run.inputs);
  const answered = answeredOf(run.outputs);
  return {
    name: textOf(run.name) ?? "unnamed tool",
    id: asked.id ?? answered.id,
    description: textOf(object(run.serialized).description),
    inputParameters: asked.inputParameters,
    output: answered.error === undefined ? answered.output : undefined,
    error: textOf(run.error) ?? answered.error,
  };
}

interface Asked {
  readonly id?: string | undefined;
  readonly inputParameters?: JsonObject | string | undefined;
}

/** LangChain gives the arguments as text in `input`, or the whole call; others give them as they are. */
function askedOf(inputs: unknown): Asked {
  if (!isObject(inputs)) return { inputParameters: argumentsOf(inputs) };
  const keys = Object.keys(inputs);
  const only = keys.length === 1 ? inputs.input : undefined;
  const call = isObject(only) ? only : inputs;
  if (call.type === "tool_call" && call.args !== undefined)
    return { id: textOf(call.id), inputParameters: argumentsOf(call.args) };
  return { inputParameters: argumentsOf(typeof only === "string" ? only : inputs) };
}

interface Answered {
  readonly id?: string | undefined;
  readonly output?: JsonValue | undefined;
  readonly error?: string | undefined;
}

function answeredOf(outputs: unknown): Answered {
  if (!isObject(outputs)) return { output: keptJson(outputs ?? undefined) };
  const keys = Object.keys(outputs);
  const given = keys.length === 1 && "output" in outputs ? outputs.output : outputs;
  const output = keptJson(given);
  return toolMessageOf(output) ?? { output: typeof output === "string" ? structuredOrText(output) : output };
}
