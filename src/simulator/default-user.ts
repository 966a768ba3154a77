import { messageOf, RehearsalError } from "../errors.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import { modelFromEnv } from "../models/from-env.js";
import { createClient, loadOpenAI, type LoadOpenAI } from "../models/openai-client.js";
import { openAISettings } from "../models/openai-settings.js";
import { isUser, type Env, type Settings } from "./options.js";
import type { User } from "./user.js";
import { AgendaUser } from "./users/agenda-user.js";
import { LanguageModelUser } from "./users/language-model-user.js";

/** What a test hands in instead of the process's own. */
export interface UserSurroundings {
  readonly env?: Env | undefined;
  readonly loadOpenAI?: LoadOpenAI | undefined;
}

/** Who talks with the agent over each golden. Rejects where that would be a model which can't be asked. */
export async function userChooser(
  { user, model }: Pick<Settings, "user" | "model">,
  surroundings: UserSurroundings = {},
): Promise<(golden: ConversationalGolden) => User> {
  if (typeof user === "function") {
    return (golden) => {
      const chosen: unknown = user(golden);
      if (isUser(chosen)) return chosen;
      throw new RehearsalError(
        "invalid_input",
        `the function given as user returned ${typeof chosen}, which is no User`,
      );
    };
  }
  const chosen = user ?? (await defaultUser(model, surroundings));
  return () => chosen;
}

/** A model speaks where there is one; else rules do, which need no key. */
export async function defaultUser(
  given: Settings["model"],
  { env = process.env, loadOpenAI: load = loadOpenAI }: UserSurroundings = {},
): Promise<AgendaUser | LanguageModelUser> {
  if (given !== undefined) return new LanguageModelUser({ model: given });
  const model = modelFromEnv(env);
  if (model === null) return new AgendaUser();
  await assertUsable(env, load);
  return new LanguageModelUser({ model });
}

/** Found out once and before any conversation: nobody asked for this model by name, and each of them would break off. */
async function assertUsable(env: Env, load: LoadOpenAI): Promise<void> {
  try {
    await createClient(openAISettings({}, env), {}, load);
  } catch (error) {
    throw new RehearsalError(
      error instanceof RehearsalError ? error.code : "model_failed",
      `The environment names a model to play the users, which can't be asked. ${messageOf(error)}\n` +
        "Or let rules play the users: --user rules on the command line, user: new AgendaUser() in code.",
      { cause: error },
    );
  }
}
