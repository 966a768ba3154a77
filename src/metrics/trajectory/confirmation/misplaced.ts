import type { JsonValue } from "../../../test-case/json.js";
import { indexOfTokens, tokens, type Token } from "../../values/tokens.js";
import { normalised } from "../../values/normalised.js";
import { mispairedIn } from "./mispaired.js";
import { isIdentifier, saysOther, type KeyValue } from "./key-values.js";

/** What is wrong with where a call puts what was proposed, or what can't be told of it, as the end of a sentence. */
export interface Misplaced {
  readonly verdict: "failed" | "errored";
  /** `with from NL-200, which the assistant had proposed as "to NL-200"`. */
  readonly what: string;
}

type Role = "from" | "to";
const FROM = /(?:^|_)(?:from|source|sender|payer|debtor|origin|departure|old|previous)(?:_|$)/;
const TO = /(?:^|_)(?:to|target|recipient|destination|beneficiary|payee|receiver|creditor|arrival|new)(?:_|$)/;
/** Of days and times. */
const BEGIN = /(?:^|_)(?:start|begin|check_?in)(?:_|$)/;
const END = /(?:^|_)(?:end|until|check_?out)(?:_|$)/;
/** What may stand between such a word and the value. */
const BEFORE =
  /(?<![\p{L}\p{N}])(from|out of|to|into|onto)(?: (?:your|my|our|his|her|their|the|an?|account|iban|number|no|card|wallet|order|seat|room|table|gate|flight|station|airport|user|customer|ending|in|savings|checking|current)\.?)*[ "“'(*`#:]*$/iu;
const ROLES: Readonly<Record<string, Role>> = { from: "from", "out of": "from", to: "to", into: "to", onto: "to" };

/** Besides the one that is meant, a proposal names others: what there may be, what it costs, what there is. */
const LIMIT = /(?<!\p{L})(?:limit|max(?:imum)?|min(?:imum)?)(?: (?:of|is|are|amount|being))*[ :=]*$/iu;
const ASIDE =
  /(?<!\p{L})(?:fees?|tax(?:es)?|vat|commission|surcharge|balance|available|at (?:most|least)|up to)(?: (?:of|is|are|balance|being))*[ :=]*$/iu;
const TODAY = /(?<!\p{L})(?:today(?:'s date)?(?: is)?|it is now|the date is|as of)[ :,]*$/iu;

/**
 * Holds the arguments of a call against where the proposal says their values: after "from" or "to", as a limit or a fee, as
 * the date of today. Only values that were said are looked at; null where nothing is amiss.
 */
export function misplacedIn(
  checked: readonly { readonly value: KeyValue; readonly agreed: boolean | null }[],
  given: JsonValue | undefined,
  { proposal, spoken }: { readonly proposal: string; readonly spoken: readonly (readonly Token[])[] },
): Misplaced | null {
  const text = normalised(proposal);
  const said = tokens(proposal);
  const values = checked.map(({ value }) => value);
  const isOtherWay = (value: KeyValue) => otherWay(value, placesOf(value, said, text)) !== null;
  for (const { value, agreed } of checked) {
    if (agreed !== true) continue;
    const found = placesOf(value, said, text);
    const isWay = !isDated(value) || values.some((other) => other !== value && isDated(other) && isOtherWay(other));
    const wrong = found.length === 0 ? null : misplaced(value, found, { said, isWay });
    if (wrong !== null) return wrong;
  }
  return mispairedIn(values, proposal) ?? lacking(values, given, said, text) ?? saidOnce(values, [said, ...spoken]);
}

interface Place {
  readonly before: string;
  readonly role: Role | null;
}

function placesOf(value: KeyValue, said: readonly Token[], text: string): readonly Place[] {
  const places: Place[] = [];
  if (value.tokens.length === 0) return places;
  for (let from = 0; ; from += 1) {
    from = indexOfTokens(said, value.tokens, from);
    const at = said[from]?.at;
    if (from === -1 || at === undefined) return places;
    const before = text.slice(0, at);
    places.push({ before, role: roleBefore(before) });
  }
}

export const roleBefore = (before: string): Role | null =>
  ROLES[BEFORE.exec(before.slice(-80))?.[1]?.toLowerCase() ?? ""] ?? null;

/** `from_account` of `transfers[0].fromAccount`; of a list its own name. */
export const nameOf = ({ path }: KeyValue): string =>
  (
    path
      .replace(/\[\d+\]$/, "")
      .split(".")
      .at(-1) ?? ""
  )
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase();

export const roleOf = (name: string): Role | null => (FROM.test(name) ? "from" : TO.test(name) ? "to" : null);

/** The word after which the proposal says a value always, where its argument is for the other; else null. */
function otherWay(value: KeyValue, places: readonly Place[]): Role | null {
  const name = nameOf(value);
  const role = roleOf(name) ?? (isDated(value) ? (BEGIN.test(name) ? "from" : END.test(name) ? "to" : null) : null);
  const word = places[0]?.role ?? null;
  return role !== null && word !== null && word !== role && places.every((place) => place.role === word) ? word : null;
}

const isDated = ({ tokens: read }: KeyValue): boolean => read.some(({ kind }) => kind === "date" || kind === "time");

/** `isWay`: "from 18 May to 20 May" is one only where both are put elsewhere, whatever departs then. */
function misplaced(
  value: KeyValue,
  places: readonly Place[],
  { said, isWay }: { readonly said: readonly Token[]; readonly isWay: boolean },
): Misplaced | null {
  const name = nameOf(value);
  const argument = `with ${value.path} ${value.said}`;
  const word = isWay ? otherWay(value, places) : null;
  if (word !== null)
    return { verdict: "failed", what: `${argument}, which the assistant had proposed as "${word} ${value.said}"` };
  const [token] = value.tokens;
  const others = (kind: Token["kind"]) =>
    said.some((other) => other.kind === kind && indexOfTokens([other], value.tokens) === -1);
  if (token?.kind === "date" && others("date") && places.every(({ before }) => TODAY.test(before.slice(-40))))
    return { verdict: "failed", what: `${argument}, which the assistant had named as the date of today` };
  if (value.kind !== "amount" || value.inList || !others("number")) return null;
  const isAll = (pattern: RegExp) => places.every(({ before }) => pattern.test(before.slice(-40)));
  if (isAll(LIMIT) && !/limit|max|min/.test(name))
    return { verdict: "failed", what: `${argument}, which the assistant had named as a limit` };
  if (isAll(ASIDE) && !/fee|tax|vat|commission|surcharge|balance/.test(name))
    return { verdict: "errored", what: `${argument}, which the assistant had named as a fee or a balance` };
  return null;
}

/** "To NL-200" was proposed, and no argument says it, though others are of its make. */
function lacking(
  values: readonly KeyValue[],
  given: JsonValue | undefined,
  said: readonly Token[],
  text: string,
): Misplaced | null {
  const alike = values.filter(isIdentifier);
  const lost = said.find(
    (token) =>
      roleBefore(text.slice(0, token.at)) === "to" &&
      alike.some((value) => saysOther([token], { ...value, kind: "id" })) &&
      !values.some((value) => indexOfTokens([token], value.tokens) !== -1),
  );
  if (lost === undefined) return null;
  const key = Object.entries(isObject(given) ? given : {}).find(
    ([name, value]) => (value === null || value === "") && TO.test(name.toLowerCase()),
  )?.[0];
  const proposed = `the assistant had proposed "to ${lost.source}"`;
  return key === undefined
    ? { verdict: "errored", what: `with no argument that says ${lost.source}, and ${proposed}` }
    : { verdict: "failed", what: `with ${key} empty, and ${proposed}` };
}

const isObject = (value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** One identifier for two things, that was spoken of but once. */
function saidOnce(values: readonly KeyValue[], spoken: readonly (readonly Token[])[]): Misplaced | null {
  const named = values.filter((value) => !value.inList && isIdentifier(value));
  for (const [at, value] of named.entries()) {
    const twin = named.slice(at + 1).find(({ said }) => said === value.said);
    if (twin === undefined) continue;
    const times = spoken.flat().filter((token) => indexOfTokens([token], value.tokens) !== -1).length;
    if (value.tokens.length === 1 && times < 2)
      return { verdict: "errored", what: `with ${value.said} for ${value.path} and ${twin.path}, which was said once` };
  }
  return null;
}
