import type { LanguageModel } from "./language-model.js";
import { OpenAIModel } from "./openai-model.js";
import type { Env } from "./openai-settings.js";

const signs = ["REHEARSAL_MODEL", "REHEARSAL_BASE_URL", "REHEARSAL_API_KEY", "OPENAI_API_KEY"] as const;

/**
 * The model that the environment names, as an {@link OpenAIModel}. Null where none of REHEARSAL_MODEL,
 * REHEARSAL_BASE_URL, REHEARSAL_API_KEY and OPENAI_API_KEY is set. What else is missing is said at the first request.
 */
export function modelFromEnv(env: Env = process.env): LanguageModel | null {
  const named = signs.some((name) => (env[name] ?? "").trim() !== "");
  return named ? new OpenAIModel({}, { env }) : null;
}
