import { isJsonList, put, type JsonObject, type JsonValue } from "../../test-case/json.js";
import { isArgumentsKey, isInstruction, isInstructionKey, isMessage, isModelCall } from "./model-content.js";

/** Where in a request something stands; what holds in one holds in those after it. */
const places = ["arguments", "envelopes", "messages", "instructions"] as const;

/** See `VolatileRule`. */
export type Place = Exclude<(typeof places)[number], "arguments">;

type Anywhere = (typeof places)[number];

export const isWithin = ({ within }: { readonly within?: Place }, place: Anywhere): boolean =>
  within === undefined || places.indexOf(place) >= places.indexOf(within);

export type Leaf = string | number | boolean;
type Change = (value: Leaf, key: string, place: Anywhere) => JsonValue;

/** A copy with sorted keys and other leaves. `key`: the one that the leaf is under; items of a list are under the list's. */
export const walkPlaces = (request: JsonValue, change: Change): JsonValue =>
  walk(request, "", isHttp(request) ? "envelopes" : "arguments", change);

function walk(value: JsonValue, key: string, place: Anywhere, change: Change): JsonValue {
  if (value === null) return null;
  if (typeof value !== "object") return change(value, key, place);
  if (isJsonList(value)) return value.map((item) => walk(item, key, place, change));
  const here = placeOf(value, place);
  const made: { [key: string]: JsonValue } = {};
  for (const [name, item] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    put(made, name, walk(item, name, within(name, value, here), change));
  return made;
}

function placeOf(value: JsonObject, place: Anywhere): Anywhere {
  if (isMessage(value)) return isInstruction(value) ? "instructions" : "messages";
  return isModelCall(value) ? "messages" : place;
}

function within(name: string, value: JsonObject, place: Anywhere): Anywhere {
  if (place === "messages" && isArgumentsKey(name, value)) return "arguments";
  return place === "messages" && isInstructionKey(name) && isModelCall(value) ? "instructions" : place;
}

/** As `readFetchCall` makes it. */
const isHttp = (request: JsonValue): boolean =>
  typeof request === "object" &&
  request !== null &&
  !isJsonList(request) &&
  typeof request.method === "string" &&
  typeof request.url === "string";
