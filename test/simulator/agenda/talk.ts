import { ConversationalGolden, type ConversationalGoldenInput } from "../../../src/golden/conversational-golden.js";
import type { Random } from "../../../src/simulator/user.js";
import { agendaMove } from "../../../src/simulator/users/agenda/agenda-move.js";
import type { AgendaUserOptions } from "../../../src/simulator/users/agenda-user.js";
import { Turn, type TurnInput } from "../../../src/test-case/turn.js";

export type Reply = string | { readonly content: string; readonly toolsCalled?: TurnInput["toolsCalled"] };
/** Answers the user's words; `n` counts its replies from 0. */
export type TestAgent = (input: string, n: number) => Reply;

export interface Talk {
  readonly turns: readonly Turn[];
  /** What the user said, in order. */
  readonly said: readonly string[];
  /** Null: the user had not ended when the turns ran out. */
  readonly end: string | null;
}

export interface TalkOptions extends AgendaUserOptions {
  readonly seed?: number;
  /** User turns at the most. */
  readonly turns?: number;
  /** What was said before, by whomever. */
  readonly before?: readonly TurnInput[];
}

export const goldenOf = (input: Partial<ConversationalGoldenInput>): ConversationalGolden =>
  new ConversationalGolden({ scenario: "A customer wants something.", ...input });

/** Lets the user talk to an agent until it ends the conversation. */
export function talk(golden: ConversationalGolden, agent: TestAgent, options: TalkOptions = {}): Talk {
  const { seed = 1, turns: most = 40, before = [], patience = 3 } = options;
  const turns: Turn[] = before.map((turn) => new Turn(turn));
  const said: string[] = [];
  for (let n = 0; n < most; n++) {
    const move = agendaMove({ ...ask(golden, turns, seed), userTurns: n }, patience);
    if ("end" in move) return { turns, said, end: move.end };
    said.push(move.say);
    turns.push(new Turn({ role: "user", content: move.say }), turnOf(agent(move.say, n)));
    if (move.thenEnd !== undefined) return { turns, said, end: move.thenEnd };
  }
  return { turns, said, end: null };
}

/** What the user does when the agent said `replies`, one after each of its own turns. */
export function after(golden: ConversationalGolden, replies: readonly Reply[], options: TalkOptions = {}): string {
  const { said, end } = talk(golden, (_, n) => replies[n] ?? "", { ...options, turns: replies.length + 1 });
  return said[replies.length] ?? `[${end ?? "nothing"}]`;
}

export const ask = (golden: ConversationalGolden, turns: readonly Turn[], seed = 1) => ({
  golden,
  turns: [...turns],
  userTurns: turns.filter(({ role }) => role === "user").length,
  random: randomOf(seed * 1000 + turns.length),
  signal: new AbortController().signal,
});

const turnOf = (reply: Reply): Turn =>
  new Turn({ role: "assistant", ...(typeof reply === "string" ? { content: reply } : reply) });

/** mulberry32 by Tommy Ettinger (public domain). */
function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
