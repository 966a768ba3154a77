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
export function reasonsWithin(answer: JsonValue | undefined): readonly string[] {
  const found: string[] = [];
  collect(answer, 0, found);
  return found;
}

/** Of several choices only the first can be gone on with. */
const firstOf = (choices: JsonValue | undefined): JsonValue | undefined =>
  Array.isArray(choices) ? (choices as readonly JsonValue[])[0] : choices;

/** Into one list, since this looks through every answer that is read. */
function collect(answer: JsonValue | undefined, depth: number, found: string[]): void {
  if (depth > DEEPEST || typeof answer !== "object" || answer === null) return;
  if (!isJsonObject(answer)) {
    for (const item of answer) collect(item, depth + 1, found);
    return;
  }
  const before = found.length;
  for (const key of keys) {
    const reason = answer[key];
    if (typeof reason === "string") found.push(reason);
    else if (Array.isArray(reason))
      found.push(...(reason as readonly JsonValue[]).filter((each) => typeof each === "string"));
  }
  if (found.length > before) return;
  for (const key in answer) collect(key === "choices" ? firstOf(answer[key]) : answer[key], depth + 1, found);
}
