import { messageOf, RehearsalError } from "../errors.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import { modelFromEnv } from "../models/from-env.js";
import { loadOpenAI, type LoadOpenAI } from "../models/openai-client.js";
import { OpenAIModel } from "../models/openai-model.js";
import { isNode } from "./graph/simulation-node.js";
import { isUser, type Env, type Settings } from "./options.js";
import type { ScriptFor } from "./script/played-script.js";
import { userOf } from "./script/script-user.js";
import type { User, UserModels } from "./user.js";
import { AgendaUser } from "./users/agenda-user.js";
import { LanguageModelUser } from "./users/language-model-user.js";

/** What a test hands in instead of the process's own. */
export interface UserSurroundings {
  readonly env?: Env | undefined;
  readonly loadOpenAI?: LoadOpenAI | undefined;
  /** `replays`: no model is asked, so that none needs to be ready. */
  readonly recorder?: { readonly replays: boolean } | undefined;
  /** For a user that is given none of its own. */
  readonly models?: UserModels | undefined;
}

/** The goldens of a run, and the scripts that are played over them. */
export interface Scripts {
  readonly goldens: readonly ConversationalGolden[];
  readonly scriptFor: ScriptFor;
}

/** Who talks with the agent over each golden. Rejects where that would be a model which can't be asked. */
export async function userChooser(
  { user, model }: Pick<Settings, "user" | "model">,
  surroundings: UserSurroundings = {},
  { goldens, scriptFor }: Scripts = { goldens: [], scriptFor: () => undefined },
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
  if (user === undefined) {
    const isPlayed = goldens.length > 0 && goldens.every((golden) => scriptFor(golden) !== undefined);
    // Where all is said in scripts, no model needs to be there.
    const others = isPlayed ? new AgendaUser() : await defaultUser(model, surroundings);
    return (golden) => {
      const script = scriptFor(golden);
      return script === undefined ? others : userOf(script);
    };
  }
  await assertReady(user, surroundings.models);
  return () => user;
}

/** A model speaks where there is one; else rules do, which need no key. Rejects where the model can't be asked. */
export async function defaultUser(
  given: Settings["model"],
  { env = process.env, loadOpenAI: load = loadOpenAI, recorder }: UserSurroundings = {},
): Promise<AgendaUser | LanguageModelUser> {
  if (given === undefined && modelFromEnv(env) === null) return new AgendaUser();
  const user = new LanguageModelUser({ model: given ?? new OpenAIModel({}, { env, loadOpenAI: load }) });
  if (recorder?.replays !== true) await assertReady(user, {}, given === undefined);
  return user;
}

/** Found out once and before any conversation: each of them would break off. */
async function assertReady(user: User, models: UserModels = {}, byEnvironment = false): Promise<void> {
  try {
    await user.ready?.(models);
  } catch (error) {
    // These say themselves what they need, and rules could not stand in for them.
    if (user.leads === true || isNode(user)) throw error;
    const which = byEnvironment ? "The environment names a model to play the users, which" : `The user ${user.name}`;
    throw new RehearsalError(
      error instanceof RehearsalError ? error.code : "model_failed",
      `${which} can't be asked. ${messageOf(error)}\n` +
        "Or let rules play the users: --user rules on the command line, user: new AgendaUser() in code.",
      { cause: error },
    );
  }
}
