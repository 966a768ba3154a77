import { RehearsalError } from "../errors.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { User, UserMove, UserRequest } from "../simulator/user.js";
import { AgendaUser } from "../simulator/users/agenda-user.js";
import { noisy } from "./arbitraries/noise.js";
import { scriptOf, type Script } from "./script.js";

/** What a user who reacts says when it has nothing more to say. */
const NOTHING_MORE = "Thank you.";

/** A user who says what a script says. What the agent answers matters only to turns that react. */
export function userOf({ turns }: Pick<Script, "turns">): User {
  const rules = new AgendaUser();
  return {
    name: "ScriptUser",
    isScripted: true,
    async next(request: UserRequest): Promise<UserMove> {
      const turn = turns[request.userTurns];
      if (turn === undefined) return { end: "the script ended" };
      if ("say" in turn) return { say: turn.say };
      const move = await rules.next(request);
      if ("end" in move && !turns.slice(request.userTurns).some((each) => "say" in each)) return { end: move.end };
      const say = "say" in move ? move.say : NOTHING_MORE;
      return { say: turn.noise === undefined ? say : noisy(say, turn.noise) };
    },
  };
}

/**
 * The user of a golden that carries its script, such as one that `fuzz` found: to be given to a simulator as `user`. Throws
 * a {@link RehearsalError} where the golden carries none.
 *
 * @example
 * new ConversationSimulator({ agent, user: scriptUser });
 */
export function scriptUser(golden: ConversationalGolden): User {
  const script = scriptOf(golden);
  if (script !== undefined) return userOf(script);
  throw new RehearsalError(
    "invalid_input",
    `golden "${golden.id}" carries no script: metadata.script must hold { turns: [...] }, as fuzz and forkFrom write it.`,
  );
}
