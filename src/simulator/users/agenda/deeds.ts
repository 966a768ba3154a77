import { deedWords, withoutIdioms, type Family, type Form } from "./deed-words.js";
import { tokensOf, type Token } from "./tokens.js";

/** What a deed is done to, as far as it makes a difference whether the user spoke of it. */
export type Thing = "account" | "plan" | "contact" | "password" | "card";

/** A deed that a clause names. */
export interface Deed {
  readonly family: Family;
  readonly word: string;
  readonly form: Form;
  /** "cancel the refund": the deed itself is called off. */
  readonly undone: boolean;
  /** "not", "no": it is not done. `instead`: another is done in its place. Null: it is done. */
  readonly denied: "not" | "instead" | null;
  readonly object: Thing | null;
}

const objects: ReadonlyMap<string, Thing> = new Map(
  (
    [
      ["account", "account profile data login"],
      ["plan", "subscription membership plan contract policy insurance warranty"],
      ["contact", "address email phone name surname"],
      ["password", "password pin passcode"],
      ["card", "card visa mastercard amex"],
    ] as const
  ).flatMap(([object, nouns]) => nouns.split(" ").map((noun) => [noun, object] as const)),
);
/** What stands before something that is spoken of: "my order". */
const possessive =
  /^(?:my|your|our|his|her|their|the|this|that|these|an?|of|for|which|what|each|any|no|another|on|in|by|from|with|per|extra|additional)$/;
/** After these a word names a thing even without one of those: "the change fee". */
const onlyAbout =
  /^(?:polic(?:y|ies)|fees?|forms?|rules?|conditions|options?|information|info|history|status|dates?|numbers?|ids?|codes?|references?|desk|flights?|trips?|rates?|methods?|periods?|windows?|address(?:es)?|details|confirmations?|receipts?)$/;
/** Names of things, rather than of deeds, wherever they have an article. */
const things = new Set("order orders book charge charges bill ship lock pay move open keep".split(" "));
const undoing =
  /^(?:cancel(?!l?ation)|stop|revers|revok|withdr|undo|abort|void|reject|declin|den(?:y|ied)|refus|skip|halt|drop|dismiss|block|suspend|delay)/;
const denying = /^(?:not|never|no|without|nothing|cannot)$/;

/** The deeds that a normalised clause names, in its order. */
export function deedsIn(clause: string): readonly Deed[] {
  const tokens = tokensOf(withoutIdioms(clause));
  const found: (Deed & { readonly at: number })[] = [];
  tokens.forEach(({ word }, at) => {
    const readings = deedWords(word);
    const thing = isThing(tokens, at);
    const reading = thing ? readings.find(({ form }) => form === "noun") : readings[0];
    if (reading === undefined || isNoDeed(tokens, at)) return;
    const form = thing ? "noun" : reading.form;
    found.push({
      at,
      family: reading.family,
      word,
      form,
      undone: false,
      denied: deniedAt(tokens, at),
      object: form === "past" ? (objectAfter(tokens, at) ?? subjectOf(tokens, at)) : objectAfter(tokens, at),
    });
  });
  return undo(found, tokens);
}

const isThing = (tokens: readonly Token[], at: number): boolean =>
  at > 0 && tokens[at - 1]?.stop !== true && possessive.test(tokens[at - 1]?.word ?? "");

function isNoDeed(tokens: readonly Token[], at: number): boolean {
  const [word, next, after] = [at, at + 1, at + 2].map((n) => tokens[n]?.word ?? "");
  if (word === undefined || next === undefined) return true;
  if (tokens[at]?.stop !== true && onlyAbout.test(next)) return true;
  if (things.has(word) && isThing(tokens, at)) return true;
  // "credit card", "to your credit".
  if (word === "credit" && (next === "card" || isThing(tokens, at))) return true;
  // "Order A-1042" is one; so is "order number".
  if (word === "order" && (/\d/.test(next) || (at === 0 && tokens.length < 3))) return true;
  const rest = `${next} ${after ?? ""}`;
  if (word === "correct") return !/^(?:your|the|my|it|this|that|an?)$/.test(next);
  if (/^(?:keep|kept)/.test(word)) return /^(?:you|an eye|track|on|going|looking|trying|in mind|up)\b/.test(rest);
  // "An appointment" is to be made, "my appointment" is there.
  if (/^(?:appointment|reservation)/.test(word))
    return !/\b(?:an?|another|new)(?: \S+)?$/.test(spelt(tokens, at - 2, at));
  if (word.startsWith("voucher")) return paysWithIt(tokens, at);
  if (word === "updated") return tokens[at - 1]?.word === "you";
  if (/^mov/.test(word)) return /^(?:forward|on|ahead|to the next)\b/.test(rest);
  if (/^transfer/.test(word)) return /^(?:you|(?:the|this|your) (?:call|chat|case|conversation|request))\b/.test(rest);
  if (/^(?:open|clos|add|includ|updat|chang|correct|switch|mov|schedul|delet|extend|ship)/.test(word))
    return /^(?:(?:the|your|this|a|an|our|my) )?(?:\S+ )?(?:case|ticket|claim|request|note|notes|comment|remark|records?|system|file|status|label|call|callback|chat|conversation|dispute|investigation|inquiry|you)\b/.test(
      rest,
    );
  // What is waived to the user's good.
  if (/^waiv/.test(word)) return /\bfees?\b|\bcharges?\b|\bcosts?\b/.test(spelt(tokens, at + 1, at + 5));
  return false;
}

/** "With your gift card": a means of payment, and nothing that is given. */
const paysWithIt = (tokens: readonly Token[], at: number): boolean =>
  /\b(?:us(?:e|es|ed|ing)|with|by|from|pay\w*|your|method)\b/.test(spelt(tokens, at - 3, at)) ||
  tokens[at - 1]?.word === "the" ||
  /^(?:balance|number|for the payment)\b/.test(spelt(tokens, at + 1, at + 4));

const spelt = (tokens: readonly Token[], from: number, to: number): string =>
  tokens
    .slice(Math.max(0, from), to)
    .map(({ word }) => word)
    .join(" ");

function deniedAt(tokens: readonly Token[], at: number): Deed["denied"] {
  const before = spelt(tokens, at - 5, at);
  if (/\b(?:instead of|rather than)\b/.test(before)) return "instead";
  if (/\b(?:why not|not only|no problem|not mind|no worries)\b/.test(before)) return null;
  const near = tokens.slice(Math.max(0, at - 5), at);
  const ended = near.findLastIndex(({ stop }) => stop);
  return near.slice(ended + 1).some(({ word }) => denying.test(word)) ? "not" : null;
}

const goesOver = /^(?:to|from|on|for|with|in|at|by|using|via|and|or|of|about|under)$/;

/** What stands right after a deed: the account of "close your account", not that of "refund it to your account". */
function objectAfter(tokens: readonly Token[], at: number): Thing | null {
  if (tokens[at]?.stop === true) return null;
  for (let next = at + 1; next <= at + 5; next++) {
    const token = tokens[next];
    if (token === undefined || goesOver.test(token.word)) return null;
    const object = objects.get(token.stem);
    // "Your account settings" are no account; what it all ends with is the thing.
    if (
      object !== undefined &&
      (tokens[next + 1] === undefined ||
        token.stop ||
        goesOver.test(tokens[next + 1]?.word ?? "") ||
        !objects.has(tokens[next + 1]?.stem ?? ""))
    )
      return object;
    if (token.stop) return null;
  }
  return null;
}

/** "Your account will be cancelled." */
function subjectOf(tokens: readonly Token[], at: number): Thing | null {
  const before = tokens.slice(Math.max(0, at - 5), at);
  if (!before.some(({ word }) => /^(?:be|been|is|are|was|were|being)$/.test(word))) return null;
  return before.map(({ stem }) => objects.get(stem)).find((object) => object !== undefined) ?? null;
}

const isNoun = ({ word, family }: Deed): boolean =>
  deedWords(word).some((each) => each.form === "noun" && each.family === family);

/** "Cancel the refund", "your refund has been cancelled": one deed, undone, and not two. */
function undo(found: readonly (Deed & { readonly at: number })[], tokens: readonly Token[]): readonly Deed[] {
  const undoers = tokens.flatMap(({ word }, at) => (undoing.test(word) ? [at] : []));
  const used = new Set<number>();
  const deeds = found.map((deed) => {
    // "Cancel my appointment" cancels a thing, and calls off no deed.
    if (!isNoun(deed) || deed.family === "book") return deed;
    const before = undoers.find(
      (at) =>
        at < deed.at &&
        /^(?:(?:the|your|my|this|that|a|an|any|pending|requested|full) ?)*$/.test(spelt(tokens, at + 1, deed.at)),
    );
    const after = undoers.find(
      (at) =>
        at > deed.at &&
        /^$|(?:^| )(?:be|been|is|was|being)(?: (?:now|just|already|also))*$/.test(spelt(tokens, deed.at + 1, at)) &&
        at - deed.at < 10,
    );
    const by = before ?? after;
    if (/^on hold\b/.test(spelt(tokens, deed.at + 1, deed.at + 3))) return { ...deed, undone: true };
    if (by === undefined) return deed;
    used.add(by);
    return { ...deed, undone: true };
  });
  return deeds.filter(({ at, undone }) => undone || !used.has(at));
}
