import { isJsonObject, type JsonValue } from "../../test-case/json.js";
import { resultContent } from "./tool-parts.js";

/** What a result says, out of the list of contents that the Model Context Protocol puts it in. */
export function answerIn(result: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(result)) return result;
  if (result.structuredContent !== undefined) return result.structuredContent;
  return Array.isArray(result.content) ? resultContent(result.content) : result;
}

/** The same in words. Undefined: nothing. */
export function wordsIn(result: JsonValue | undefined): string | undefined {
  const answer = answerIn(result);
  return typeof answer === "string" || answer === undefined ? answer : JSON.stringify(answer);
}

/** Its mark of a call that failed; whoever has its tools run often hands its results on as they are. */
export const isFailure = (result: JsonValue | undefined): boolean =>
  isJsonObject(result) && result.isError === true && Array.isArray(result.content);
