import { messageOf } from "../../errors.js";
import { openAISettings } from "../../models/openai-settings.js";
import { note, ok, problem, type Check } from "./check.js";

/** Names only: a value may be a secret. */
const variables = ["REHEARSAL_MODEL", "REHEARSAL_BASE_URL", "REHEARSAL_API_KEY", "OPENAI_API_KEY"] as const;

/** Which model plays the user and judges, by the environment variables that are set. */
export function modelCheck(env: Readonly<Record<string, string | undefined>>, openaiInstalled: boolean): Check {
  const name = "model";
  const set = variables.filter((variable) => (env[variable] ?? "").trim() !== "");
  if (set.length === 0) {
    return note(
      name,
      "none: users are played by rules, and conditions that need a judge can't be decided",
      "For a model set OPENAI_API_KEY and REHEARSAL_MODEL, or REHEARSAL_BASE_URL for a server of your own.",
    );
  }
  const named = `set: ${set.join(", ")}`;
  if (!openaiInstalled)
    return problem(name, `${named}; the openai package is not installed`, "npm install --save-dev openai");
  try {
    openAISettings({}, env);
    return ok(name, named);
  } catch (error) {
    return problem(name, named, messageOf(error));
  }
}
