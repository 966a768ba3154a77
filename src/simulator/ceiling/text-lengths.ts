import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import type { Range } from "./estimate.js";

/** How long what is said is, in tokens, and how that is known. */
export interface Lengths {
  readonly user: Range;
  readonly agent: Range;
  readonly said: string;
  readonly replied: string;
}

/** A rule of thumb of the makers of tokenizers, for English; other languages take more. */
const CHARACTERS_PER_TOKEN = 4;

export const tokensIn = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

/** Where no golden shows it. */
const supposed = { user: { low: 10, high: 40 }, agent: { low: 30, high: 150 } };

/** Measured by the words that goldens hold: half as long to twice as long. */
export function lengthsOf(goldens: readonly ConversationalGolden[]): Lengths {
  const said = goldens.flatMap(({ opening, goals = [], turns = [] }) => [
    ...(opening === undefined ? [] : [opening]),
    ...goals.map(({ say }) => say),
    ...turns.flatMap(({ role, content }) => (role === "user" ? [content] : [])),
  ]);
  const replied = goldens.flatMap(({ turns = [] }) =>
    turns.flatMap(({ role, content }) => (role === "assistant" ? [content] : [])),
  );
  return {
    user: around(said) ?? supposed.user,
    agent: around(replied) ?? supposed.agent,
    said: said.length === 0 ? "supposed" : "measured by the goldens",
    replied: replied.length === 0 ? "supposed" : "measured by the goldens",
  };
}

function around(texts: readonly string[]): Range | undefined {
  if (texts.length === 0) return undefined;
  const mean = texts.reduce((sum, text) => sum + tokensIn(text), 0) / texts.length;
  return { low: mean / 2, high: mean * 2 };
}
