import type { Turn } from "../../test-case/turn.js";
import { isFarewell } from "./farewell.js";
import { cut } from "../../test-case/cut.js";

/** When a conversation goes in circles. */
export interface CircleRules {
  /**
   * The agent gave the same reply, or the same two or three by turns, without calling a tool, this often in a row, to a user
   * who repeated itself too. Case, spacing and punctuation do not count. Default: 5.
   */
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

/** Replies that take turns, up to so many: "One moment.", "Still checking.", "One moment." */
const LONGEST_ROUND = 3;

function repeatedReply(turns: readonly Turn[], seeded: number, times: number): string | null {
  if (turns.at(-1)?.role !== "assistant") return null;
  const exchanges = lastExchanges(turns, seeded, LONGEST_ROUND * times);
  for (let round = 1; round <= LONGEST_ROUND; round++) {
    const last = exchanges.slice(-round * times);
    if (last.length < round * times) return null;
    if (isRound(last, round)) return repeated(last.slice(-round), times);
  }
  return null;
}

/** What one side said, and the other answered to it. */
interface Exchange {
  readonly asked: string;
  readonly reply: string;
  readonly shown: string;
  /** The agent called a tool in it: it got somewhere. */
  readonly isBusy: boolean;
}

/** The latest, oldest first. An answer of several turns is one reply. */
function lastExchanges(turns: readonly Turn[], seeded: number, most: number): readonly Exchange[] {
  const found: Exchange[] = [];
  let reply: Turn[] = [];
  for (let at = turns.length - 1; at >= seeded && found.length < most; at--) {
    const turn = turns[at];
    if (turn === undefined) break;
    if (turn.role === "assistant") reply.unshift(turn);
    if (turn.role === "user" || at === seeded) {
      found.unshift(exchangeOf(turn.role === "user" ? turn.content : "", reply));
      reply = [];
    }
  }
  return found;
}

function exchangeOf(asked: string, reply: readonly Turn[]): Exchange {
  const shown = reply.map(({ content }) => content).join("\n");
  const isBusy = reply.some(({ toolsCalled = [] }) => toolsCalled.length > 0);
  return { asked: wordsOf(asked), reply: wordsOf(shown), shown, isBusy };
}

/**
 * Whether these replies come round and round. To requests that differ the same reply may well be right ("Done."), so the
 * user's lines come again too: no more than half of them are new.
 */
function isRound(exchanges: readonly Exchange[], round: number): boolean {
  const isSame = exchanges.every(
    ({ reply, isBusy }, at) => reply !== "" && !isBusy && reply === exchanges[at % round]?.reply,
  );
  return isSame && new Set(exchanges.map(({ asked }) => asked)).size * 2 <= exchanges.length;
}

function repeated(round: readonly Exchange[], times: number): string {
  const replies = round.map(({ shown }) => `"${cut(shown, 80)}"`).join(", ");
  if (round.length === 1) return `The agent gave the same reply ${String(times)} times in a row: ${replies}.`;
  return `The agent gave the same ${String(round.length)} replies by turns, ${String(times)} times over: ${replies}.`;
}

/** Without case, spacing and punctuation; what has no words is taken as it is. */
function wordsOf(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return words === "" ? text.trim() : words;
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
