import { isJsonObject, type JsonValue } from "../../test-case/json.js";
import { asksForTools, endsPlainly } from "./finish-reasons.js";

/** What a span shows of a model's answer. */
export interface Shown {
  /** It ended, and without an error. */
  readonly ended: boolean;
  readonly requested: readonly unknown[];
  /** Undefined: not on record. */
  readonly text: string | undefined;
  readonly reasons: readonly (string | undefined)[];
  /** Name of the model, or of whoever serves it. */
  readonly model?: string | undefined;
}

/**
 * Whether the model may have asked for calls that its span does not show: it says so, or nothing but an empty text is on
 * record, and not that it ended otherwise. Many write the empty text of an answer, and leave the calls out that were in it.
 */
export function mayHaveAsked({ ended, requested, text = "", reasons, model }: Shown): boolean {
  if (!ended || requested.length > 0) return false;
  return asksForTools(reasons) || (text === "" && !endsPlainly(reasons, model));
}

const keys = ["finish_reason", "finishReason", "stop_reason", "stopReason", "done_reason"] as const;

/** Answers hold the reason no deeper than this. */
const DEEPEST = 7;

/** Why a model stopped, wherever the answer as its provider or a framework gave it says so. */
export function reasonsWithin(answer: JsonValue | undefined, depth = 0): readonly string[] {
  if (depth > DEEPEST || typeof answer !== "object" || answer === null) return [];
  const items: readonly JsonValue[] = isJsonObject(answer) ? Object.values(answer) : answer;
  const own = isJsonObject(answer) ? keys.flatMap((key) => answer[key] ?? []) : [];
  const found = own.filter((reason) => typeof reason === "string");
  return found.length > 0 ? found : items.flatMap((item) => reasonsWithin(item, depth + 1));
}
