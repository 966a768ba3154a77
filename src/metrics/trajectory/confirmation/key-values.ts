import type { JsonObject, JsonValue } from "../../../test-case/json.js";
import type { ToolCall } from "../../../test-case/tool-call.js";
import { indexOfTokens, tokens, type Token } from "../../values/tokens.js";
import { childPath } from "../arguments/difference.js";
import { readArguments } from "../arguments/call-arguments.js";

/** An argument that a user must have heard of before agreeing to the call. */
export interface KeyValue {
  readonly path: string;
  readonly kind: "amount" | "id" | "recipient";
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
  /(?:^|_)(?:(?:amount|price|cost|fee|refund|charge|payment|deposit|value|quantity|qty)s?(?:_|$)|(?:total|sum)$)/;
const CENTS = /(?:^|_)(?:cents?|minor(?:_units?)?|pence)(?:_|$)/;
const ID = /(?:^|_)(?:ids?|numbers?|nos?|codes?|refs?|references?|ibans?|skus?|last_?(?:four|4))$/;
const RECIPIENT =
  /(?:^|_)(?:recipients?|payees?|beneficiar(?:y|ies)|receivers?|to|cc|bcc|e_?mails?|phones?|mobile|accounts?|address(?:es)?\d?|iban)(?:_(?:name|id|number|no|e?mail|address|line_?\d?))?$/;
/** Who is talking and how it is paid: known from the session or the profile, and not what is agreed to. */
const BACKGROUND =
  /^(?:user|customer|client|member|caller|session|thread|request|conversation|trace|idempotency|tenant|agent|payment(?:_method)?|source)_/;

/** The amounts, identifiers and recipients in the arguments of a call. An amount of 0 needs no word. */
export function keyValues({ inputParameters }: ToolCall): KeyValues {
  const args = readArguments(inputParameters);
  if (args?.kind === "known")
    return { values: inside(args.value(), { path: "", inList: false, kind: null }), unknown: null };
  return { values: [], unknown: args?.kind === "unreadable" ? "can't be read" : "were not recorded" };
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
  const said = kind === null ? null : saidOf(value, kind, CENTS.test(name));
  return said === null || kind === null ? [] : [{ path, kind, said, tokens: tokens(said), inList }];
}

function kindOf(name: string): KeyValue["kind"] | null {
  if (AMOUNT.test(name) || CENTS.test(name)) return "amount";
  if (BACKGROUND.test(name)) return null;
  if (ID.test(name)) return "id";
  return RECIPIENT.test(name) ? "recipient" : null;
}

/** A value as it would be said; null for one that needs no word, or is not of its kind. */
function saidOf(value: JsonValue, kind: KeyValue["kind"], cents: boolean): string | null {
  if (kind !== "amount") {
    if (typeof value === "number") return kind === "id" ? String(value) : null;
    const isSaid = typeof value === "string" && (kind === "id" ? /\d/.test(value) : /[\p{L}\p{N}]/u.test(value));
    return isSaid ? value : null;
  }
  if (typeof value === "string") {
    const [amount, ...more] = tokens(value);
    if (amount?.kind !== "number" || more.length > 0 || amount.value === 0) return null;
    return cents ? String(amount.value / 100) : value;
  }
  return typeof value === "number" && value !== 0 ? String(cents ? value / 100 : value) : null;
}

export const says = (text: readonly Token[], value: KeyValue): boolean =>
  value.tokens.length > 0 && indexOfTokens(text, value.tokens) !== -1;

/** Whether a text speaks of money. */
export const saysAmount = (text: readonly Token[]): boolean =>
  text.some((token) => token.kind === "number" && token.unit !== null && token.unit !== "%");

/** Whether a text names another thing of the same make: `A-1043` where the call is about `A-1042`, or another address. */
export const saysOther = (text: readonly Token[], { said, kind }: KeyValue): boolean => {
  if (kind === "recipient")
    return said.includes("@") && text.some(({ source }) => /.@./.test(source) && !sameText(source, said));
  return said.length >= 4 && text.some(({ source }) => makeOf(source) === makeOf(said) && !sameText(source, said));
};

const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const makeOf = (id: string): string => id.replace(/\p{L}/gu, "a").replace(/\p{N}/gu, "0");
