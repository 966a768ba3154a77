import { RehearsalError } from "../../errors.js";
import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import type { User, UserMove, UserRequest } from "../user.js";
import { AgendaUser } from "../users/agenda-user.js";
import { noisy } from "./noise.js";
import { personaOf, scriptOf, type Script } from "./script.js";

/** What a user who reacts says when it has nothing more to say. */
const NOTHING_MORE = "Thank you.";

/** A user who says what a script says. What the agent answers matters only to turns that react. */
export function userOf(script: Pick<Script, "turns" | "persona">): User {
  const { turns } = script;
  const rules = new AgendaUser();
  return {
    name: "ScriptUser",
    isScripted: true,
    scriptTurns: turns.length,
    async next(request: UserRequest): Promise<UserMove> {
      const turn = turns[request.userTurns];
      if (turn === undefined) return { end: "the script ended" };
      if ("say" in turn) return { say: turn.say };
      const move = await rules.next({
        ...request,
        golden: { ...request.golden, ...personaOf(request.golden, script) },
      });
      if ("end" in move && !turns.slice(request.userTurns).some((each) => "say" in each)) return { end: move.end };
      const say = "say" in move ? move.say : NOTHING_MORE;
      return { say: turn.noise === undefined ? say : noisy(say, turn.noise) };
    },
  };
}

/**
 * The user of a golden that carries its script, such as one that `fuzz` found. A simulator without `user` plays such goldens
 * by itself, and others as ever; given to it as `user`, a golden without a script is a {@link RehearsalError}. Either way the
 * faults of tools that the script plans happen too.
 *
 * @example
 * new ConversationSimulator({ agent, user: scriptUser });
 */
export const scriptUser = Object.assign(
  (golden: ConversationalGolden): User => {
    const script = scriptOf(golden);
    if (script !== undefined) return userOf(script);
    throw new RehearsalError(
      "invalid_input",
      `golden "${golden.id}" carries no script: metadata.script must hold { turns: [...] }, as fuzz and forkFrom write it.`,
    );
  },
  // By this a simulator knows it, and not by what it is: a loader may make two copies of this package.
  { playsScripts: true as const },
);
