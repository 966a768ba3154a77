import { isJsonObject, type JsonValue } from "../../test-case/json.js";
import { parseOrText } from "../reading/json-text.js";
import { jsonOf } from "./additions.js";
import { allowedText, captureContent } from "./capture.js";

/** What says which and whose, and nothing of what was said. */
const labels: ReadonlySet<string> = new Set(["tags", "name", "conversationId", "userId"]);
const calls: ReadonlySet<string> = new Set(["toolsCalled", "expectedTools"]);

/** A field that the author states by hand, as it is now and as far as content may be recorded. */
export function statedJson(key: string, value: unknown): JsonValue | undefined {
  const json = jsonOf(value);
  const capture = captureContent();
  if (json === undefined || capture === true || labels.has(key)) return json;
  const text = allowedText(typeof json === "string" ? json : JSON.stringify(json), capture);
  if (text !== undefined) return typeof json === "string" ? text : parseOrText(text);
  // Which tools were called is no content.
  return calls.has(key) && Array.isArray(json) ? (json as readonly JsonValue[]).flatMap(namesOf) : undefined;
}

function namesOf(call: JsonValue): readonly JsonValue[] {
  if (typeof call === "string") return [call];
  if (!isJsonObject(call) || call.name === undefined) return [];
  const { name, id, type } = call;
  return [{ name, ...(id !== undefined && { id }), ...(type !== undefined && { type }) }];
}
