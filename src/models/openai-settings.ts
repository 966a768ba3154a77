import { RehearsalError } from "../errors.js";

/** Environment variables by name. */
export type Env = Readonly<Record<string, string | undefined>>;

/** The model that is asked where none is named, at OpenAI itself. */
const DEFAULT_MODEL = "gpt-4.1-mini";

export interface SettingSources {
  readonly model?: string;
  readonly apiKey?: string;
  readonly baseURL?: string;
}

export interface OpenAISettings {
  readonly model: string;
  /** Null: none is sent. */
  readonly apiKey: string | null;
  /** Null: OpenAI itself. */
  readonly baseURL: string | null;
  /** OpenAI's own service, where a key is needed and its newest parameters are known. */
  readonly official: boolean;
}

/** An option wins over the REHEARSAL_ variable, and that over the OPENAI_ one; a blank one counts as absent. */
export function openAISettings(options: SettingSources, env: Env): OpenAISettings {
  const baseURL = baseURLOf(options, env);
  const apiKey = first(options.apiKey, env.REHEARSAL_API_KEY, env.OPENAI_API_KEY);
  const official = isOfficial(baseURL);
  if (official && apiKey === null) {
    throw new RehearsalError(
      "missing_setting",
      "OpenAIModel has no API key. Set OPENAI_API_KEY or REHEARSAL_API_KEY, or pass apiKey. " +
        "For a server that needs none (Ollama, vLLM, LM Studio, …) set REHEARSAL_BASE_URL, or pass baseURL.",
    );
  }
  return { model: modelNameOr(options, env, official), apiKey, baseURL, official };
}

/** The model's name as far as it is known; nothing is missed yet. */
export const modelName = (options: SettingSources, env: Env): string | null =>
  first(options.model, env.REHEARSAL_MODEL);

/** The name under which a model is shown before it is asked; what is wrong with the settings is then said. */
export function nameToShow(options: SettingSources, env: Env): string {
  try {
    return modelNameOr(options, env, isOfficial(baseURLOf(options, env)));
  } catch {
    return "model without a name";
  }
}

export function modelNameOr(options: SettingSources, env: Env, official: boolean): string {
  const name = modelName(options, env) ?? (official ? DEFAULT_MODEL : null);
  if (name !== null) return name;
  throw new RehearsalError(
    "missing_setting",
    "OpenAIModel has no model name, and only OpenAI's own service has a default. Set REHEARSAL_MODEL, or pass model.",
  );
}

/** OpenAI's own service; null is its address. */
export function isOfficial(baseURL: string | null): boolean {
  return baseURL === null || /(^|\.)openai\.com$/.test(new URL(baseURL).hostname);
}

function baseURLOf(options: SettingSources, env: Env): string | null {
  const sources = {
    baseURL: options.baseURL,
    REHEARSAL_BASE_URL: env.REHEARSAL_BASE_URL,
    OPENAI_BASE_URL: env.OPENAI_BASE_URL,
  };
  for (const [name, value] of Object.entries(sources)) {
    const baseURL = first(value);
    if (baseURL === null) continue;
    if (/^https?:\/\//.test(baseURL) && URL.canParse(baseURL)) return baseURL;
    // The value is not shown: who mixes settings up may have put a key there.
    const message = `OpenAIModel: ${name} is no http(s) address. Write it like http://127.0.0.1:11434/v1`;
    throw new RehearsalError("invalid_input", message);
  }
  return null;
}

function first(...candidates: readonly (string | undefined)[]): string | null {
  return candidates.map((candidate) => candidate?.trim()).find((candidate) => candidate) ?? null;
}
