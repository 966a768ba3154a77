import type { Turn } from "../../../test-case/turn.js";
import { tokens, type Token } from "../../values/tokens.js";
import { asksToAgree } from "./is-proposal.js";
import { lastQuestion, readQuestion, type Question } from "./question.js";
import { readReply, type Answer, type Asked } from "./read-reply.js";

/** A turn of the assistant that has words. */
export interface Said {
  readonly turn: number;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly asksToAgree: boolean;
  /** Its last question, or what asks to agree. */
  readonly question: string | null;
}

interface Words {
  readonly number: number;
  readonly role: Turn["role"];
  readonly content: string;
}

/** What was said so many turns before a call, or longer ago, is not looked at: reading takes time in proportion to the calls. */
const LOOK_BACK = 100;

/** The words of a conversation, each turn read but once however many calls are held against it. */
export interface Talk {
  /** The turns from `since` on and before `turn` that have words; numbers are from 1. */
  between(since: number, turn: number): readonly Words[];
  said(number: number): Said;
  reply(text: string, asked: Asked): Answer;
  question(text: string, tool: string): Question;
  /** What the user said before this turn. */
  byUser(turn: number): readonly (readonly Token[])[];
}

export function talkOf(turns: readonly Turn[]): Talk {
  const words = turns.map(({ role, content }, index): Words => ({ number: index + 1, role, content }));
  const read = remembering((number: number): Said => {
    const text = turns[number - 1]?.content ?? "";
    return { turn: number, text, tokens: tokens(text), asksToAgree: asksToAgree(text), question: lastQuestion(text) };
  }, String);
  const question = remembering(
    (asked: { text: string; tool: string }) => readQuestion(asked.text, asked.tool),
    JSON.stringify,
  );
  const reply = remembering(
    (given: { text: string; asked: Asked }) => readReply(given.text, given.asked),
    JSON.stringify,
  );
  return {
    between: (since, turn) =>
      words
        .slice(Math.max(0, since - 1, turn - 1 - LOOK_BACK), Math.max(0, turn - 1))
        .filter(({ content }) => content.trim() !== ""),
    said: read,
    reply: (text, asked) => reply({ text, asked }),
    question: (text, tool) => question({ text, tool }),
    byUser: (turn) =>
      words
        .slice(Math.max(0, turn - 1 - LOOK_BACK), Math.max(0, turn - 1))
        .flatMap(({ role, number }) => (role === "user" ? [read(number).tokens] : [])),
  };
}

function remembering<In, Out>(make: (given: In) => Out, keyOf: (given: In) => string): (given: In) => Out {
  const made = new Map<string, { readonly out: Out }>();
  return (given) => {
    const key = keyOf(given);
    const known = made.get(key) ?? { out: make(given) };
    made.set(key, known);
    return known.out;
  };
}
