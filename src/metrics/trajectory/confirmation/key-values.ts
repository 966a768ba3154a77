import type { JsonObject, JsonValue } from "../../../test-case/json.js";
import type { ToolCall } from "../../../test-case/tool-call.js";
import { indexOfTokens, tokens, type Token } from "../../values/tokens.js";
import { isMeasure } from "../../values/units.js";
import { childPath } from "../arguments/difference.js";
import { readArguments } from "../arguments/call-arguments.js";

/** An argument that a user must have heard of before agreeing to the call. */
export interface KeyValue {
  readonly path: string;
  readonly kind: "amount" | "id" | "recipient" | "currency" | "flag" | "other";
  /** As it would be said. */
  readonly said: string;
  readonly tokens: readonly Token[];
  /** Lists hold details that may be read out summed up, or not at all. */
  readonly inList: boolean;
}

export interface KeyValues {
  readonly values: readonly KeyValue[];
  /** Why the arguments can't be told; null where they can. */
  readonly unknown: string | null;
}

const AMOUNT =
  /(?:^|_)(?:(?:amount|price|cost|fee|refund|charge|payment|deposit|value|quantity|qty)s?(?:_|$)|(?:total|sum|usd|eur|gbp|dollars|euros|pounds)$)/;
const CENTS = /(?:^|_)(?:cents?|minor(?:_units?)?|pence)(?:_|$)/;
const ID = /(?:^|_)(?:ids?|numbers?|nos?|codes?|refs?|references?|ibans?|skus?|last_?(?:four|4))$/;
const RECIPIENT =
  /(?:^|_)(?:recipients?|payees?|beneficiar(?:y|ies)|receivers?|to|cc|bcc|e_?mails?|phones?|mobile|accounts?|address(?:es)?\d?|iban)(?:_(?:name|id|number|no|e?mail|address|line_?\d?))?$/;
const CURRENCY = /(?:^|_)currency(?:_code)?$/;
const PERCENT = /(?:^|_)(?:percent|percentage|pct)(?:_|$)/;
/** Why it is done, for the record. */
const REASON = /^(?:reason|rationale|reasoning|explanation)$/;
/** Who is talking and how it is paid: known from the session or the profile, and not what is agreed to. */
const BACKGROUND =
  /^(?:(?:dob|date_of_birth|birth_?date|birthday)$|(?:user|customer|client|member|caller|session|thread|request|conversation|trace|idempotency|tenant|agent|payment(?:_method)?|source)_)/;

/**
 * The arguments of a call that the user must have heard of. What is not done, or is nothing (`false`, `null`, `""`, an
 * amount of 0), needs no word, nor does why it is done.
 */
export function keyValues({ inputParameters }: ToolCall): KeyValues {
  const args = readArguments(inputParameters);
  if (args?.kind === "known")
    return { values: inside(args.value(), { path: "", inList: false, kind: null }), unknown: null };
  return { values: [], unknown: args?.kind === "unreadable" ? "can't be read" : "were not recorded" };
}

/** The arguments as they were given; undefined where they are not known. */
export function argumentsOf({ inputParameters }: ToolCall): JsonObject | undefined {
  const args = readArguments(inputParameters);
  return args?.kind === "known" ? args.value() : undefined;
}

interface Around {
  readonly path: string;
  readonly inList: boolean;
  /** What the name of an object or list says of all that is in it. */
  readonly kind: KeyValue["kind"] | null;
}

const inside = (object: JsonObject, around: Around): KeyValue[] =>
  Object.entries(object).flatMap(([key, value]) => valuesOf(key, value, around));

function valuesOf(key: string, value: JsonValue, { path, inList, kind: outer }: Around): KeyValue[] {
  const name = key.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
  return valuesAt(value, name, { path: childPath(path, key), inList, kind: kindOf(name) ?? outer });
}

function valuesAt(value: JsonValue, name: string, around: Around): KeyValue[] {
  const { path, inList, kind } = around;
  if (Array.isArray(value)) {
    return value.flatMap((item: JsonValue, index) =>
      valuesAt(item, name, { path: `${path}[${String(index)}]`, inList: true, kind }),
    );
  }
  if (typeof value === "object" && value !== null) return inside(value as JsonObject, around);
  if (isBackground(name) || REASON.test(name)) return [];
  const found = saidOf(value, name, kind ?? "other");
  return found === null ? [] : [{ path, ...found, tokens: tokens(found.said), inList }];
}

const isBackground = (name: string): boolean =>
  BACKGROUND.test(name) &&
  (/_(?:id|ids|method|type|token|name)$/.test(name) || !(AMOUNT.test(name) || CENTS.test(name)));

function kindOf(name: string): KeyValue["kind"] | null {
  if (AMOUNT.test(name) || CENTS.test(name)) return "amount";
  if (isBackground(name)) return null;
  if (CURRENCY.test(name)) return "currency";
  if (ID.test(name)) return "id";
  return RECIPIENT.test(name) ? "recipient" : null;
}

/** A value as it would be said; null for one that needs no word. */
function saidOf(value: JsonValue, name: string, kind: KeyValue["kind"]): Pick<KeyValue, "kind" | "said"> | null {
  if (value === true) return { kind: "flag", said: name.replaceAll("_", " ") };
  if (value === false || value === null || value === 0) return null;
  if (typeof value === "number") return numberOf(value, name, kind);
  if (typeof value !== "string") return null;
  const text = value;
  if (!/[\p{L}\p{N}]/u.test(text)) return null;
  if (kind === "amount") {
    const [amount, ...more] = tokens(text);
    if (amount?.kind !== "number" || more.length > 0) return { kind: "other", said: text };
    if (amount.value === 0) return null;
    return { kind, said: CENTS.test(name) ? String(amount.value / 100) : text };
  }
  if (kind === "id" && !/\d/.test(text)) return { kind: "other", said: text };
  return { kind, said: kind === "other" ? text.replaceAll("_", " ") : text };
}

function numberOf(value: number, name: string, kind: KeyValue["kind"]): Pick<KeyValue, "kind" | "said"> {
  if (kind === "amount") return { kind, said: String(CENTS.test(name) ? value / 100 : value) };
  if (PERCENT.test(name)) return { kind: "other", said: `${String(value)}%` };
  return { kind: kind === "id" ? kind : "other", said: String(value) };
}

export const says = (text: readonly Token[], value: KeyValue): boolean =>
  value.tokens.length > 0 && indexOfTokens(text, value.tokens) !== -1;

/** Whether a text speaks of money. */
export const saysAmount = (text: readonly Token[]): boolean => text.some((token) => isMoney(token));

/** Whether a text names another thing of the same make: `A-1043` where the call is about `A-1042`, or another address. */
export const saysOther = (text: readonly Token[], { said, kind }: KeyValue): boolean => {
  if (kind === "recipient")
    return said.includes("@") && text.some(({ source }) => /.@./.test(source) && !sameText(source, said));
  return said.length >= 4 && text.some(({ source }) => makeOf(source) === makeOf(said) && !sameText(source, said));
};

/** Whether a value is one of a make, such as `A-1042`, and no amount, date or word. */
export const isIdentifier = ({ kind, said, tokens: read }: KeyValue): boolean =>
  kind !== "amount" && read.length === 1 && read[0]?.kind === "word" && said.length >= 4 && /\p{N}/u.test(said);

const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const makeOf = (id: string): string => id.replace(/\p{L}/gu, "a").replace(/\p{N}/gu, "0");

export const isMoney = (token: Token): boolean =>
  token.kind === "number" &&
  ((token.unit !== null && token.unit !== "%") || (token.counted !== undefined && !isMeasure(token.counted)));
