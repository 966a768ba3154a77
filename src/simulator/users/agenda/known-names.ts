import type { Slot, SlotNames } from "./slot-names.js";
import type { Token } from "./tokens.js";
import { askingWords, functionWords } from "./words.js";

/** A known name in a clause. */
export interface Hit {
  readonly slot: Slot;
  readonly from: number;
  readonly to: number;
  /** What it is called there, from the user's side. Null: a question ("when did") and no name. */
  readonly label: string | null;
  /** "your …" */
  readonly own: boolean;
  /** It only says more about the name before it: the account of "the email address on your account". */
  readonly aside: boolean;
}

/**
 * The known names of a clause; where they overlap, the longest. `mentioned`: also things that are spoken of without
 * being asked for, as the order in "I cannot find the order".
 */
export function hitsIn(tokens: readonly Token[], names: SlotNames, mentioned = false): readonly Hit[] {
  const hits: Hit[] = [];
  for (let from = 0; from < tokens.length;) {
    const hit = hitAt(tokens, from, names, mentioned);
    const last = hits.at(-1);
    if (hit !== null) hits.push({ ...hit, aside: last !== undefined && isOfTheFormer(tokens, last.to, from) });
    from = hit?.to ?? from + 1;
  }
  return hits;
}

export const spelt = (tokens: readonly Token[]): string => tokens.map(({ word }) => word).join(" ");

const ofTheFormer =
  /^(?:(?!and\b|or\b)\S+ ){0,3}(?:on|for|of|in|to|at|from|with|under|behind)(?: the| your| this| that| which)?$/;

const MOST_BETWEEN = 5;
const isOfTheFormer = (tokens: readonly Token[], from: number, to: number): boolean =>
  to - from <= MOST_BETWEEN && ofTheFormer.test(spelt(tokens.slice(from, to)));

function hitAt(
  tokens: readonly Token[],
  from: number,
  names: SlotNames,
  mentioned: boolean,
): Omit<Hit, "aside"> | null {
  for (let length = Math.min(names.longest, tokens.length - from); length > 0; length--) {
    const to = from + length;
    const words = tokens.slice(from, to);
    const slot = names.slotFor(words.map(({ stem }) => stem).join(" "));
    if (slot === undefined || words.slice(0, -1).some(({ stop }) => stop)) continue;
    const phrase = spelt(words);
    const open = length === 1 || /^(?:which|what) /.test(phrase);
    // "Is your name Max?" states a name rather than asking for the name of Max.
    const stated = phrase === "name" && asksWhether.test(spelt(tokens.slice(0, from)));
    if (open && !stated && goesOn(tokens, to)) continue;
    if (length === 1 ? noName(tokens, from, mentioned) : /^no (?:longer|more)/.test(spelt(tokens.slice(to - 1))))
      continue;
    const name = phrase.replace(/^(?:which|what) (?!happened|\S+ )/, "").replace(/\byour\b/g, "my");
    const noun = name !== "one" && !asksItself.test(name) && /^[\p{L}' -]+$/u.test(name);
    return { slot, from, to, label: noun ? name : null, own: ownAt(tokens, from) };
  }
  return null;
}

/** A clause that goes on with a name and then says what it is. */
export const asksWhether =
  /^(?:(?:so|and|then|(?:can you |could you |please )?confirm that) )*(?:is|was|are) (?:your|the)$/;
const asksItself =
  /^(?:wh\p{L}+|how|one way|round trip)\b|\b(?:are|can|should|where|do|did) | (?:from|to)$|^from where$/u;

/** After these a word is a verb: "you order", "please name". */
const actors = setOf("you i we they he she to please can will could would not kindly just");
/** "Let me confirm your order" is about the order, not about its number. */
export const things = setOf(
  "order booking reservation account payment user flight item product issue problem price total",
);
const handling = setOf(
  "confirm verify check access locate find look pull process cancel refund return change help review discuss update",
);
/** Before a name these make it no other name: "your current address". */
export const harmless = setOf(
  "full complete legal real account user customer contact exact current correct valid registered personal preferred " +
    "primary main own original booking order guest member work",
);

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** A single word that names no slot here: "order" of "did you order", "name" of "company name". */
function noName(tokens: readonly Token[], at: number, mentioned: boolean): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (token === undefined) return true;
  const joined = before !== undefined && !before.stop;
  if (joined && actors.has(before.word)) return true;
  if (!mentioned && things.has(token.stem) && tokens.slice(0, at).some(({ word }) => handling.has(word))) return true;
  const plain = !joined || functionWords.has(before.word) || askingWords.has(before.word) || harmless.has(before.word);
  return !plain;
}

/** The name goes on: "phone" in "phone model", "name" in "name of your bank". */
function goesOn(tokens: readonly Token[], to: number): boolean {
  const after = tokens[to];
  if (after === undefined || tokens[to - 1]?.stop === true) return false;
  return (
    after.word === "of" || (!functionWords.has(after.word) && /^\p{L}+$/u.test(after.word) && !/ly$/.test(after.word))
  );
}

const ownAt = (tokens: readonly Token[], from: number): boolean =>
  tokens.slice(0, from).some(({ word }) => word === "your");
