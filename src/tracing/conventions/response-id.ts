import { isJsonObject, type JsonValue } from "../../test-case/json.js";

/** The id that the provider gave to its answer, in the body of it or in what LangChain made of that. */
export function responseIdIn(body: JsonValue | undefined): string | undefined {
  if (Array.isArray(body)) return responseIdIn((body as readonly JsonValue[])[0]);
  if (!isJsonObject(body)) return undefined;
  const { id, generations, message, kwargs } = body;
  if (typeof id === "string" && id !== "") return id;
  for (const inner of [generations, message, kwargs]) {
    const found = inner === undefined ? undefined : responseIdIn(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
