import type { JsonObject, JsonValue } from "../../test-case/json.js";
import type { JudgeEvidence } from "../../test-case/judge.js";

/** What a judge's quotes come to. */
export interface Citations {
  readonly evidence: readonly JudgeEvidence[];
  /** What is wrong with the first that does not hold, in a few words. Null: all do. */
  readonly flaw: string | null;
}

/** Looks up what a judge quotes: word by word in the turn that it names, and enough of it to mean something. */
export class CitedTurns {
  readonly #texts: ReadonlyMap<number, readonly string[]>;

  /** The evidence that the judge was given. Where it is no list of numbered turns, its items are counted from 1. */
  constructor(evidence: JsonValue) {
    const list: readonly JsonValue[] = Array.isArray(evidence) ? (evidence as readonly JsonValue[]) : [evidence];
    this.#texts = new Map(list.map((turn, at) => [numberOf(turn) ?? at + 1, textsOf(turn)]));
  }

  /** Quotes that are blank say nothing, and are left out. */
  lookUp(quotes: readonly JsonObject[]): Citations {
    const evidence: JudgeEvidence[] = [];
    for (const { turn, quote } of quotes) {
      if (typeof quote !== "string" || plain(quote) === "") continue;
      const texts = typeof turn === "number" ? this.#texts.get(turn) : undefined;
      if (typeof turn !== "number" || texts === undefined)
        return { evidence, flaw: `it quotes turn ${JSON.stringify(turn ?? null)}, and there is none` };
      const cited = plain(quote);
      const shown = JSON.stringify(quote.slice(0, 80));
      if (!texts.some((text) => text.includes(cited)) && !texts.some((text) => tight(text).includes(tight(cited))))
        return { evidence, flaw: `it quotes ${shown}, which is not in turn ${String(turn)}` };
      if (weight(cited) < LEAST && !texts.includes(cited))
        return { evidence, flaw: `it quotes ${shown}, which is too little to show anything` };
      evidence.push({ turn, quote });
    }
    return { evidence, flaw: null };
  }
}

/** Letters and digits that a quote has at least, unless it is all that was said. */
const LEAST = 4;

/** A character of Chinese, Japanese or Korean says as much as two. */
const weight = (text: string): number =>
  [...text.matchAll(/\p{L}|\p{N}/gu)].reduce(
    (sum, [char]) =>
      sum + (/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(char) ? 2 : 1),
    0,
  );

function numberOf(turn: JsonValue): number | undefined {
  const number = typeof turn === "object" && turn !== null && "turn" in turn ? turn.turn : undefined;
  return typeof number === "number" ? number : undefined;
}

/** What a turn says and does: its words, and each value of its tool calls, alone and as the JSON that the judge reads. */
function textsOf(turn: JsonValue): readonly string[] {
  if (typeof turn !== "object" || turn === null || Array.isArray(turn)) return [...leaves(turn)].map(plain);
  const { turn: _turn, role: _role, ...rest } = turn as JsonObject;
  const { content: _content, ...others } = rest;
  const made = Object.values(others).map((value) => JSON.stringify(value));
  return [...leaves(rest), ...made].map(plain);
}

function leaves(value: JsonValue | undefined): readonly string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leaves);
  return value === null || value === undefined ? [] : [String(value)];
}

/** Without what models change where they copy: case, spacing, the kind of quotation marks, what stands for more. */
const plain = (text: string): string =>
  text
    .replace(/[‘’‛]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/\s+/g, " ")
    .toLowerCase()
    .replace(/^(?:["'\s]|\.{3}|…)+|(?:["'\s]|\.{3}|…)+$/g, "");

/** JSON is spaced in more ways than one. */
const tight = (text: string): string => text.replace(/\s+/g, "");
