import { happenedTurns } from "../../test-case/agent-turns.js";
import type { Invariant } from "./invariant.js";

/** Words, numbers, pictures; neither what is not seen nor mere punctuation. */
const saysSomething = (text: string): boolean => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text);

/** What code makes of a value that is missing. */
const slip = /^\s*(?:undefined|null|NaN|\[object \w+\])\s*$/;

/**
 * Every turn of the user gets a reply of some words, unless the agent hangs up on purpose. An agent that throws or is too
 * late owes it; a service that could not be reached, or a caller who gave up, owes nothing.
 */
export const everyTurnAnswered = (): Invariant => ({
  name: "every-turn-answered",
  check(testCase) {
    const { endReason, error, failure } = testCase;
    const happened = happenedTurns(testCase);
    for (const [index, { turn, number }] of happened.entries()) {
      if (turn.role !== "user") continue;
      const until = happened.findIndex((other, at) => at > index && other.turn.role === "user");
      const replies = happened.slice(index + 1, until < 0 ? undefined : until);
      const slipped = replies.find((reply) => slip.test(reply.turn.content));
      if (slipped !== undefined)
        return { turn: slipped.number, message: `the agent's reply is "${slipped.turn.content.trim()}"` };
      if (replies.some((reply) => saysSomething(reply.turn.content))) continue;
      if (until < 0 && endReason?.by === "agent") continue;
      const broke = until < 0 && error !== undefined;
      if (broke && (failure?.party !== "agent" || failure.kind === "provider" || failure.kind === "setup")) continue;
      if (until < 0 && !broke && replies.length === 0 && endReason?.by === "abort") continue;
      const why = broke ? `: ${endReason?.reason ?? error}` : replies.length > 0 ? ", only an empty one" : "";
      return { turn: number, message: `the user's turn got no reply${why}` };
    }
    return null;
  },
});
