import type { Caller } from "./caller.js";
import type { ModelClock } from "./deadline.js";
import { textOf } from "./fields.js";
import { createClient, type LoadOpenAI, type OpenAIClient } from "./openai-client.js";
import type { OpenAIModelOptions } from "./openai-options.js";
import { RateGate } from "./rate-gate.js";
import { sharedGate } from "./shared-gate.js";
import { isOfficial, modelNameOr, openAISettings, type Env } from "./openai-settings.js";

/** What surrounds a model; tests put their own in. */
export interface ModelRuntime {
  /** Default `process.env`, read at the first request. */
  readonly env: Env;
  readonly clock: ModelClock;
  /** The next number in [0, 1): spreads retries. */
  readonly random: () => number;
  readonly loadOpenAI: LoadOpenAI;
}

export interface Connection {
  readonly client: OpenAIClient;
  readonly caller: Caller;
  readonly model: string;
  /** OpenAI's own service. */
  readonly official: boolean;
  readonly gate: RateGate;
}

/** Where the client of the package goes by itself. */
const OFFICIAL = "https://api.openai.com/v1";

const modelFix = "REHEARSAL_MODEL or the option model";

export async function openConnection(options: OpenAIModelOptions, runtime: ModelRuntime): Promise<Connection> {
  const { client, headers = {} } = options;
  if (client !== undefined) return connectionOf(client, options, runtime);
  const settings = openAISettings(options, runtime.env);
  const fixes = {
    key: "OPENAI_API_KEY, REHEARSAL_API_KEY or the option apiKey",
    address: "REHEARSAL_BASE_URL or the option baseURL",
    model: modelFix,
  };
  const { model, official, baseURL, apiKey } = settings;
  return {
    client: await createClient(settings, headers, runtime.loadOpenAI),
    caller: { who: model, secrets: secretsIn(apiKey, headers), fixes },
    model,
    official,
    gate: sharedGate(runtime.clock, [baseURL ?? OFFICIAL, apiKey, model]),
  };
}

/** A client of the user's: its address and key are read only to know its kind, and what to keep quiet about. */
function connectionOf(client: OpenAIClient, options: OpenAIModelOptions, { env, clock }: ModelRuntime): Connection {
  const given = client as { readonly baseURL?: unknown; readonly apiKey?: unknown };
  const baseURL = textOf(given.baseURL) ?? null;
  const apiKey = textOf(given.apiKey) ?? null;
  const official = isOfficial(baseURL);
  const model = modelNameOr(options, env, official);
  const fixes = { key: "the one of your client", address: "the baseURL of your client", model: modelFix };
  const caller = { who: model, secrets: secretsIn(apiKey, {}), fixes };
  // Nobody knows where a client without an address goes.
  const gate = baseURL === null ? new RateGate(clock) : sharedGate(clock, [baseURL, apiKey, model]);
  return { client, caller, model, official, gate };
}

/** Short ones are placeholders such as "ollama", and words of messages too. */
function secretsIn(apiKey: string | null, headers: Readonly<Record<string, string>>): string[] {
  const values = Object.entries(headers)
    .filter(([name]) => /key|auth|token|secret|password|cookie/i.test(name))
    .flatMap(([, value]) => [value, ...value.split(/\s+/)]);
  return [apiKey ?? "", ...values].filter((secret) => secret.length >= 8);
}
