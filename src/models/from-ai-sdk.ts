import { RehearsalError } from "../errors.js";
import type { JsonObject } from "../test-case/json.js";
import { lazySchema, parse, strict, type Schema } from "../test-case/schema.js";
import { aiSdkPrompt } from "./ai-sdk-prompt.js";
import { readAISDKResult } from "./ai-sdk-result.js";
import type { Caller } from "./caller.js";
import { systemModelClock, withinDeadline } from "./deadline.js";
import { isFields } from "./fields.js";
import { assertUsable, askForJson, instructed } from "./json-answer.js";
import type { LanguageModel, ModelRequest } from "./language-model.js";
import type { ModelRuntime } from "./openai-connection.js";
import { retrying } from "./retry.js";
import { sharedGate } from "./shared-gate.js";

/** The part of an AI SDK model (specification v2, v3 or later) that is used. */
export interface AISDKModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: object): PromiseLike<unknown>;
}

export interface AISDKOptions {
  /** For requests that give none. Absent: the provider's own. */
  readonly temperature?: number;
  /** For requests that give none. Best effort at the provider. */
  readonly seed?: number;
  /** For one `generate()`, retries and waits included, in milliseconds. Default 120 000. */
  readonly timeoutMs?: number;
  /** Attempts after the first when the rate is limited, the server fails or the connection breaks. Default 2. */
  readonly maxRetries?: number;
}

const optionsSchema: Schema<AISDKOptions> = lazySchema((z) =>
  strict<AISDKOptions>(z, {
    temperature: z.number().optional(),
    seed: z.int().optional(),
    timeoutMs: z.number().positive().optional(),
    maxRetries: z.int().nonnegative().optional(),
  }),
);

/**
 * A model of the AI SDK (`ai` 5 or later), such as `anthropic("…")` of `@ai-sdk/anthropic`, as a LanguageModel.
 *
 * @example
 * const model = fromAISDK(anthropic("claude-sonnet-4-5"), { temperature: 0 });
 */
export function fromAISDK(
  model: AISDKModel,
  options: AISDKOptions = {},
  { clock = systemModelClock, random = Math.random }: Partial<Pick<ModelRuntime, "clock" | "random">> = {},
): LanguageModel {
  assertModel(model);
  const { timeoutMs = 120_000, maxRetries = 2 } = parse(optionsSchema, options, "fromAISDK: the options");
  const who = `${model.provider}/${model.modelId}`;
  const provider = "its provider in your code";
  const caller: Caller = { who, secrets: [], fixes: { key: provider, address: provider, model: provider } };
  const gate = sharedGate(clock, [model.provider, model.modelId]);
  return {
    id: who,
    generate: (request) =>
      withinDeadline({ who, timeoutMs, signal: request.signal, clock }, (deadline) =>
        askForJson(caller, request, async (asked) => {
          const call = callOptions(asked, options, deadline.signal);
          const attempt = async () => readAISDKResult(await model.doGenerate(call));
          return assertUsable(caller, await retrying({ caller, deadline, gate, maxRetries, random }, attempt));
        }),
      ),
  };
}

function callOptions(request: ModelRequest, options: AISDKOptions, abortSignal: AbortSignal): object {
  const { tools = [], schema, maxTokens } = request;
  const temperature = request.temperature ?? options.temperature;
  const seed = request.seed ?? options.seed;
  return {
    // Some providers drop the schema, with a warning at most, and some APIs want to be asked for JSON in words.
    prompt: aiSdkPrompt(instructed(request)),
    abortSignal,
    ...(tools.length > 0 ? { tools: tools.map(tool), toolChoice: { type: "auto" } } : {}),
    ...(schema === undefined ? {} : { responseFormat: { type: "json", ...schema } }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(seed === undefined ? {} : { seed }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
  };
}

const tool = ({ name, description, parameters }: { name: string; description?: string; parameters: JsonObject }) => ({
  type: "function",
  name,
  description,
  inputSchema: parameters,
});

function assertModel(model: unknown): void {
  const wrong = (what: string) => new RehearsalError("invalid_input", `fromAISDK: ${what}`);
  if (typeof model === "string")
    throw wrong(`"${model}" is the name of a model; pass the model object, for example openai("${model}").`);
  if (!isFields(model) || typeof model.doGenerate !== "function")
    throw wrong("this is no AI SDK language model: it has no doGenerate().");
  if (model.specificationVersion === "v1" || model.specificationVersion === undefined)
    throw wrong("this model is of the AI SDK 4 (specification v1); use a provider for the AI SDK 5 or later.");
}
