import { RehearsalError } from "../errors.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import { defaultUser, type UserSurroundings } from "../simulator/default-user.js";
import { playedScript } from "../simulator/script/played-script.js";
import type { User } from "../simulator/user.js";
import { AgendaUser } from "../simulator/users/agenda-user.js";
import { modelFromEnv } from "../models/from-env.js";

export interface ChosenUser {
  readonly user: User;
  /** Who plays the users, in a line: a key in the environment must not change that unnoticed. */
  readonly line: string;
}

/** Who plays the users of `--user`. Rejects where a model should and none is named, or it can't be asked. */
export async function chooseUser(
  choice: "rules" | "model" | undefined,
  surroundings: UserSurroundings,
  goldens: readonly ConversationalGolden[] = [],
): Promise<ChosenUser> {
  const played = choice === undefined ? goldens.filter((golden) => playedScript(golden) !== undefined).length : 0;
  if (played > 0 && played === goldens.length) {
    return { user: new AgendaUser(), line: "users: say what the scripts of their goldens say (metadata.script)" };
  }
  const { user, line } = await chosenUser(choice, surroundings);
  const others = line.replace(/^users: /, "");
  return {
    user,
    line:
      played === 0
        ? line
        : `users: ${String(played)} of ${String(goldens.length)} by the scripts of their goldens (metadata.script), the others ${others}`,
  };
}

async function chosenUser(choice: "rules" | "model" | undefined, surroundings: UserSurroundings): Promise<ChosenUser> {
  const model = choice === "rules" ? null : modelFromEnv(surroundings.env);
  if (model !== null) {
    return { user: await defaultUser(undefined, surroundings), line: `users: played by the model ${model.id}` };
  }
  if (choice === "model") {
    throw new RehearsalError(
      "missing_setting",
      "--user model: the environment names no model. Set OPENAI_API_KEY, or REHEARSAL_MODEL and REHEARSAL_BASE_URL; " +
        "or let rules play the users: --user rules",
    );
  }
  return { user: new AgendaUser(), line: "users: played by rules (AgendaUser)" };
}
