import type { JsonObject, JsonValue } from "../test-case/json.js";

export type ModelMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string; readonly toolCalls?: readonly ModelToolCall[] }
  | { readonly role: "tool"; readonly toolCallId: string; readonly content: string };

export interface ModelTool {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
}

export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  /** A string is what the model wrote that is no JSON object, kept raw. */
  readonly arguments: JsonObject | string;
}

export interface ModelRequest {
  /** Image markers (`String(new MLLMImage(...))`) in user and system text are sent as image parts. */
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  /** Ask for an answer of this JSON Schema; it is then in `json`. */
  readonly schema?: { readonly name: string; readonly schema: JsonObject };
  /** Absent: the provider's own. */
  readonly temperature?: number;
  readonly maxTokens?: number;
  /** Best effort at the provider. */
  readonly seed?: number;
  readonly signal?: AbortSignal;
}

export interface ModelResponse {
  readonly text: string;
  /** The parsed answer, where a schema was asked for. */
  readonly json?: JsonValue;
  readonly toolCalls: readonly ModelToolCall[];
  /** Null where the provider did not say. */
  readonly usage: { readonly inputTokens: number | null; readonly outputTokens: number | null };
  readonly finishReason?: string;
  /** The model that answered, as the provider names it. */
  readonly model?: string;
}

/** A model that writes text. Rejects with a RehearsalError of code `model_failed`, `missing_setting`, `timeout` or `aborted`. */
export interface LanguageModel {
  /** Name for reports and caches. */
  readonly id: string;
  /**
   * Rejects, with what to do, where the model can't be asked at all: a package or a setting is missing. Nothing is sent.
   * Awaited once before a batch, so that not every conversation of it breaks off for that reason. Absent: not known.
   */
  ready?(): Promise<void>;
  generate(request: ModelRequest): Promise<ModelResponse>;
}
