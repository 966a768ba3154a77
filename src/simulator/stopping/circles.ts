import type { Turn } from "../../test-case/turn.js";
import { isFarewell } from "./farewell.js";
import { cut } from "../../test-case/cut.js";

/** When a conversation goes in circles. */
export interface CircleRules {
  /** The agent gave the same reply, word by word and without calling a tool, this often in a row. Default: 5. */
  readonly repeatedReplies?: number;
  /** Both sides took leave or thanked each other, and said nothing else, this often in a row. Default: 2. */
  readonly farewells?: number;
}

export const usualCircles: Required<CircleRules> = { repeatedReplies: 5, farewells: 2 };

/**
 * Why a conversation is to be ended, since it goes in circles. Null: it does not. The first `seeded` turns are the
 * golden's own, and are not looked at.
 */
export function circleIn(turns: readonly Turn[], seeded: number, rules: Required<CircleRules>): string | null {
  return repeatedReply(turns, seeded, rules.repeatedReplies) ?? farewells(turns, seeded, rules.farewells);
}

function repeatedReply(turns: readonly Turn[], seeded: number, times: number): string | null {
  const last = turns.at(-1);
  if (last?.role !== "assistant" || last.content.trim() === "") return null;
  let same = 0;
  let fresh = true;
  for (let at = turns.length - 1; at >= seeded && same < times; at--) {
    const turn = turns[at];
    if (turn === undefined) break;
    if (turn.role === "user") fresh = true;
    // A reply of several turns has another one between two users: it is no repetition of one.
    else if (!fresh || turn.content !== last.content || (turn.toolsCalled?.length ?? 0) > 0) break;
    else {
      same += 1;
      fresh = false;
    }
  }
  if (same < times) return null;
  return `The agent gave the same reply ${String(times)} times in a row: "${cut(last.content, 80)}".`;
}

function farewells(turns: readonly Turn[], seeded: number, times: number): string | null {
  if (turns.at(-1)?.role !== "assistant") return null;
  let exchanges = 0;
  for (let at = turns.length - 1; at >= seeded && exchanges < times; at--) {
    const turn = turns[at];
    if (turn === undefined || !isFarewell(turn.content)) return null;
    if (turn.role === "user") exchanges += 1;
  }
  return exchanges < times ? null : `Both sides took leave of each other ${String(times)} times in a row.`;
}
