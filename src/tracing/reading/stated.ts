import { isJsonObject, type JsonValue } from "../../test-case/json.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import { readDeclaredCalls } from "../conventions/declared-calls.js";
import type { StatedJson } from "./stated-names.js";
import { documentsOf } from "./documents.js";
import type { Document, Mutable } from "./read-span.js";

/** Fields of a test case that somebody stated of a span, or of a whole trace. Absent: not stated. */
export interface Stated {
  readonly expectedOutput?: string;
  readonly context?: readonly string[];
  readonly retrievalContext?: readonly Document[];
  readonly toolsCalled?: readonly ToolCall[];
  readonly expectedTools?: readonly ToolCall[];
  readonly tags?: readonly string[];
}

/** What can be read of them; what can't is left out. Undefined: nothing is there. */
export function readStated(given: StatedJson | undefined): Stated | undefined {
  if (given === undefined) return undefined;
  const found: Mutable<Stated> = {};
  const { expectedOutput, retrievalContext, toolsCalled } = given;
  if (typeof expectedOutput === "string") found.expectedOutput = expectedOutput;
  const documents = documentsOf(retrievalContext)?.documents;
  if (documents !== undefined) found.retrievalContext = documents;
  if (Array.isArray(toolsCalled)) found.toolsCalled = readDeclaredCalls(toolsCalled);
  if (Array.isArray(given.expectedTools)) found.expectedTools = expectedCalls(given.expectedTools);
  for (const key of ["context", "tags"] as const) {
    const list = given[key];
    if (Array.isArray(list)) found[key] = (list as readonly JsonValue[]).filter(isWords);
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

const isWords = (value: JsonValue): value is string => typeof value === "string" && value.trim() !== "";

/** As calls that happened, with what is said of expected ones only. */
const expectedCalls = (list: readonly JsonValue[]): readonly ToolCall[] =>
  list.flatMap((item) =>
    readDeclaredCalls([item]).map((call) => {
      const { turn, optional } = isJsonObject(item) ? item : {};
      return {
        ...call,
        ...(Number.isSafeInteger(turn) && Number(turn) > 0 && { turn: Number(turn) }),
        ...(typeof optional === "boolean" && { optional }),
      };
    }),
  );
