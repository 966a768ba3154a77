import { RehearsalError } from "../../src/errors.js";
import type { ModelRequest } from "../../src/models/language-model.js";
import { OpenAIModel } from "../../src/models/openai-model.js";
import type { OpenAIModelOptions } from "../../src/models/openai-options.js";
import { startOpenAIServer, type Script } from "../support/openai-server.js";
import { rejectionOf } from "../support/rejection.js";
import { virtualClock } from "../support/virtual-clock.js";

export const KEY = "sk-secret-0123456789";

export const ask = (content = "Hi"): ModelRequest => ({ messages: [{ role: "user", content }] });

export const verdictSchema = {
  name: "verdict",
  schema: {
    type: "object",
    properties: { met: { type: "boolean" } },
    required: ["met"],
    additionalProperties: false,
  },
} as const;

export const askForVerdict = (): ModelRequest => ({ ...ask("Is it met?"), schema: verdictSchema });

/** A model at a loopback server, in virtual time. */
export async function modelAt(script: Script, options: OpenAIModelOptions = {}) {
  const server = await startOpenAIServer(script);
  const clock = virtualClock();
  const model = new OpenAIModel(
    { model: "m", apiKey: KEY, baseURL: server.baseURL, ...options },
    { env: {}, clock, random: () => 0 },
  );
  return { server, clock, model, [Symbol.asyncDispose]: () => server.close() };
}

export async function errorOf(promise: PromiseLike<unknown>): Promise<RehearsalError> {
  const error = await rejectionOf(promise);
  if (error instanceof RehearsalError) return error;
  throw new Error("it was rejected with something else than a RehearsalError", { cause: error });
}
