import { RehearsalError } from "../errors.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import { modelFromEnv } from "../models/from-env.js";
import { isUser, type Env, type Settings } from "./options.js";
import type { User } from "./user.js";
import { AgendaUser } from "./users/agenda-user.js";
import { LanguageModelUser } from "./users/language-model-user.js";

/** Who talks with the agent over each golden. */
export function userChooser(
  { user, model }: Pick<Settings, "user" | "model">,
  env?: Env,
): (golden: ConversationalGolden) => User {
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
  const chosen = user ?? defaultUser(model, env);
  return () => chosen;
}

/** A model speaks where there is one; else rules do, which need no key. */
function defaultUser(given: Settings["model"], env?: Env): User {
  const model = given ?? modelFromEnv(env);
  return model === null ? new AgendaUser() : new LanguageModelUser({ model });
}
