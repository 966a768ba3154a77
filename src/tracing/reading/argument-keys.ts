import type { JsonObject, JsonValue } from "../../test-case/json.js";
import { canonicalJson } from "./json-text.js";
import { isPlaceholder } from "./placeholders.js";

type Arguments = JsonObject | string | undefined;

/** A text that equal arguments share. Undefined: not known. */
export const argumentKey = (given: Arguments): string | undefined =>
  given === undefined ? undefined : typeof given === "string" ? bareKey(given) : canonicalJson(given);

/** What `argumentKey` makes of the only value of an object: some tools of one argument record nothing but that. */
export function valueKey(given: Arguments): string | undefined {
  if (typeof given !== "object") return undefined;
  const values = Object.values(given);
  const [value] = values;
  return values.length === 1 && value !== undefined ? bareKey(textOf(value)) : undefined;
}

export function sameArguments(a: Arguments, b: Arguments): boolean {
  if (argumentKey(a) === argumentKey(b)) return true;
  return typeof a === "string" ? bareKey(a) === valueKey(b) : typeof b === "string" && bareKey(b) === valueKey(a);
}

/** The parts of arguments that have names, in the order of these. */
export const pairsOf = (given: Arguments): readonly { readonly key: string; readonly value: string }[] =>
  typeof given !== "object"
    ? []
    : Object.keys(given)
        .sort()
        .map((key) => ({ key, value: textOf(given[key] ?? null) }));

interface WithArguments {
  readonly inputParameters?: Arguments;
  readonly redacted?: boolean | undefined;
}

/** Whether what is on record of its arguments, or a part of it, is not what they were. */
export const isHidden = ({ inputParameters, redacted }: WithArguments): boolean =>
  redacted === true || (typeof inputParameters === "object" && Object.values(inputParameters).some(isPlaceholder));

/** False where the arguments of two calls contradict each other, which those that were changed on their way can't. */
export const mayAgree = (a: WithArguments, b: WithArguments): boolean =>
  a.redacted === true || b.redacted === true || mayBeSame(a.inputParameters, b.inputParameters);

/** False where a value that both know differs. A tool may add defaults to what it was asked for, or be recorded in part. */
function mayBeSame(a: Arguments, b: Arguments): boolean {
  if (typeof a !== "object" || typeof b !== "object") return true;
  return Object.entries(a).every(([key, value]) => {
    const other = Object.hasOwn(b, key) ? b[key] : undefined;
    return other === undefined || textOf(value) === textOf(other) || isPlaceholder(value) || isPlaceholder(other);
  });
}

const bareKey = (text: string): string => `=${text}`;
const textOf = (value: JsonValue): string => (typeof value === "string" ? value : canonicalJson(value));
