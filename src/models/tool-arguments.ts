import { toJson, type JsonObject } from "../test-case/json.js";
import { isFields } from "./fields.js";

/** Arguments as a model wrote them: an object, or raw where they are none. Nothing at all means no arguments. */
export function readArguments(written: unknown): JsonObject | string {
  if (written === undefined || written === null) return {};
  if (typeof written !== "string") return objectOf(written) ?? JSON.stringify(written);
  if (written.trim() === "") return {};
  try {
    return objectOf(JSON.parse(written)) ?? written;
  } catch {
    return written;
  }
}

function objectOf(value: unknown): JsonObject | null {
  if (!isFields(value) || Array.isArray(value)) return null;
  let lossless = true;
  const copy = toJson(value, () => (lossless = false));
  return lossless ? (copy as JsonObject) : null;
}
