import { isJsonObject, type JsonObject, type JsonValue } from "../../test-case/json.js";
import { isHidden, mayAgree, sameArguments } from "./argument-keys.js";
import { canonicalJson, parseJson } from "./json-text.js";
import type { ExecutedCall, RequestedCall } from "./read-span.js";

type Arguments = RequestedCall["inputParameters"];

/**
 * The arguments of a call that was asked for and ran: as the model wrote them, unless the span of the tool shows that it
 * was given others. What is recorded in part, in some wrapping or under names of its own shows nothing of the kind.
 */
export function argumentsOfCall(requested: RequestedCall | undefined, call: ExecutedCall | undefined): Arguments {
  const asked = requested?.inputParameters;
  const given = call?.inputParameters;
  if (requested === undefined || call === undefined || given === undefined) return asked ?? given;
  if (typeof asked !== "object") return given;
  // As they are in most traces, and to spell out arguments in one order is slow.
  if (JSON.stringify(asked) === JSON.stringify(given)) return asked;
  if (isHidden(requested) && !isHidden(call)) return typeof given === "object" ? given : asked;
  if (isHidden(call) || sameArguments(asked, given)) return asked;
  if (typeof given === "string") return ofOnlyOne(asked, given);
  const values = positional(given);
  if (values !== undefined) return named(asked, values, call.exact === true) ?? given;
  if (!Object.keys(asked).some((key) => Object.hasOwn(given, key))) return asked;
  return call.exact === true || !mayAgree(requested, call) ? given : asked;
}

/** Some tools record but the value of their only argument: the request knows its name. */
function ofOnlyOne(asked: JsonObject, given: string): JsonObject {
  const [entry, ...others] = Object.entries(asked);
  if (entry === undefined || others.length > 0) return asked;
  const [name, value] = entry;
  // Written in another way it still holds the value; cut off it is a part of it.
  if (typeof value === "object" || given.includes(String(value)) || String(value).startsWith(given)) return asked;
  const read = typeof value === "string" ? given : parseJson(given);
  return { [name]: read === undefined || isJsonObject(read) ? given : read };
}

/** The values of arguments that were recorded by their places: those left out have none. */
function positional(given: JsonObject): readonly JsonValue[] | undefined {
  const keys = Object.keys(given);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(given) : undefined;
}

/**
 * Values that were given by their places, with the names of the request, whose order is that of the places as a rule. What
 * was added, such as a context, has none. Undefined: it can't be told which value is which argument.
 */
function named(asked: JsonObject, values: readonly JsonValue[], isExact: boolean): JsonObject | undefined {
  const [first] = values;
  const object = typeof first === "string" ? parseJson(first) : first;
  // Of exact ones contexts were left out before: what stands beside the object was given to the tool.
  if (isJsonObject(object) && !(isExact && values.length > 1))
    return canonicalJson(object) === canonicalJson(asked) ? asked : object;
  const entries = Object.entries(asked);
  const keys = values.map((value) => canonicalJson(value));
  let place = -1;
  if (entries.every(([, value]) => (place = keys.indexOf(canonicalJson(value), place + 1)) >= 0)) return asked;
  const stay = entries.filter(([, value], index) => canonicalJson(value) === keys[index]);
  const isOtherwise = entries.length === values.length && (entries.length === 1 || stay.length > 0);
  const isSwapped =
    [...keys].sort().join() ===
    entries
      .map(([, value]) => canonicalJson(value))
      .sort()
      .join();
  if (!isOtherwise || isSwapped) return undefined;
  return Object.fromEntries(entries.map(([name], index) => [name, values[index] ?? null]));
}
