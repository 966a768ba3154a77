import type { JsonObject, JsonValue } from "../../../test-case/json.js";
import type { ToolCall } from "../../../test-case/tool-call.js";
import { indexOfTokens, tokens, type Token } from "../../values/tokens.js";
import { childPath } from "../arguments/difference.js";
import { readArguments } from "../arguments/call-arguments.js";

/** An argument that a user must have heard of before agreeing to the call. */
export interface KeyValue {
  readonly path: string;
  readonly kind: "amount" | "id";
  /** As it would be said. */
  readonly said: string;
}

const AMOUNT = /(?:^|_)(?:(?:amount|price|cost|fee|refund|charge|payment|deposit)s?(?:_|$)|(?:total|sum)$)/;
const CENTS = /(?:^|_)(?:cents?|minor(?:_units?)?|pence)(?:_|$)/;
const ID = /(?:^|_)(?:id|number|no|code|ref|reference|iban|sku|last_?(?:four|4))$/;
/** Who is talking and how it is paid: known from the session or the profile, and not what is agreed to. */
const BACKGROUND =
  /^(?:user|customer|client|member|caller|session|thread|request|conversation|trace|idempotency|tenant|agent|payment(?:_method)?|source)_/;

/**
 * The amounts and identifiers in the arguments of a call, those in lists aside: lists hold details (the legs of a journey,
 * the parts of a payment) that nobody reads out. An amount of 0 needs no word.
 */
export function keyValues({ inputParameters }: ToolCall): readonly KeyValue[] {
  const args = readArguments(inputParameters);
  return args?.kind === "known" ? inside(args.value(), "") : [];
}

function inside(object: JsonObject, path: string): KeyValue[] {
  return Object.entries(object).flatMap(([key, value]: [string, JsonValue]) => {
    const here = childPath(path, key);
    if (Array.isArray(value)) return [];
    if (typeof value === "object" && value !== null) return inside(value as JsonObject, here);
    const name = key.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
    if (typeof value === "number" && value !== 0 && (AMOUNT.test(name) || CENTS.test(name))) {
      return [{ path: here, kind: "amount" as const, said: String(CENTS.test(name) ? value / 100 : value) }];
    }
    const isId =
      ID.test(name) &&
      !BACKGROUND.test(name) &&
      (typeof value === "number" || (typeof value === "string" && /\d/.test(value)));
    return isId ? [{ path: here, kind: "id" as const, said: String(value) }] : [];
  });
}

export const says = (text: readonly Token[], { said }: KeyValue): boolean => indexOfTokens(text, tokens(said)) !== -1;

/** Whether a text speaks of money. */
export const saysAmount = (text: readonly Token[]): boolean =>
  text.some((token) => token.kind === "number" && token.unit !== null && token.unit !== "%");

/** Whether a text names another thing of the same make: `A-1043` where the call is about `A-1042`. */
export const saysOther = (text: readonly Token[], { said }: KeyValue): boolean =>
  said.length >= 4 &&
  text.some(({ source }) => makeOf(source) === makeOf(said) && source.toLowerCase() !== said.toLowerCase());

const makeOf = (id: string): string => id.replace(/\p{L}/gu, "a").replace(/\p{N}/gu, "0");
