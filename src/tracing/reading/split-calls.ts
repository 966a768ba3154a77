import { isObject, parseJson } from "./json-text.js";
import type { RequestedCall } from "./read-span.js";

/** What is said of a span of which calls were split. */
const glued = "recorded calls that were asked for together as one; they were taken apart";

/** What is said where it can't be told which calls they were. */
const tangled = "recorded calls that were asked for together as one, which can't be taken apart";

const open = "{[";
const closed = "}]";

/**
 * A streaming instrumentation may glue parallel calls into one: id `call_1call_2`, name `get_weatherget_weather`,
 * arguments `{…}{…}`. These are taken apart where the arguments are several objects and the name is as many names, of
 * tools that were on offer or all the same; or one name, where no other tool was. Undefined: it is one call, or it can't
 * be told which ones it is.
 *
 * @param offered names of the tools that the model could choose from
 */
export function splitCall(call: RequestedCall, offered: () => readonly string[]): readonly RequestedCall[] | undefined {
  if (typeof call.inputParameters !== "string") return undefined;
  const parts = objectsIn(call.inputParameters);
  if (parts.length < 2) return undefined;
  const names = equalPieces(call.name, parts.length) ?? namesOf(call.name, offered(), parts.length);
  if (names === undefined) return undefined;
  const ids = call.id === undefined ? undefined : idsIn(call.id, parts.length);
  return parts.map((inputParameters, index) => ({
    ...call,
    name: names[index] ?? call.name,
    id: ids?.[index],
    inputParameters,
  }));
}

/**
 * The calls of an answer, each for itself, and what is said of those that were not. What is several calls but can't be
 * taken apart is none that anybody asked for, and is left out.
 */
export function takenApart(
  requested: readonly RequestedCall[],
  offered: () => readonly string[],
): { readonly requested: readonly RequestedCall[]; readonly isTangled: boolean; readonly notes: readonly string[] } {
  let [isSplit, isTangled] = [false, false];
  const apart = requested.flatMap((call) => {
    const pieces = splitCall(call, offered);
    isSplit ||= pieces !== undefined;
    if (pieces !== undefined || !isTangle(call, offered)) return pieces ?? [call];
    isTangled = true;
    return [];
  });
  return { requested: apart, isTangled, notes: [...(isSplit ? [glued] : []), ...(isTangled ? [tangled] : [])] };
}

/** Its arguments are several objects, and its id as many ids or its name more than one that was on offer. */
function isTangle({ id, name, inputParameters: text }: RequestedCall, offered: () => readonly string[]): boolean {
  const count = typeof text === "string" ? objectsIn(text).length : 0;
  if (count < 2) return false;
  if (id !== undefined && idsBegunAlike(id).length === count) return true;
  const names = offered();
  return !names.includes(name) && names.some((each) => each !== "" && name.startsWith(each));
}

/** The objects that stand in `text` one after another; none where anything else does as well. */
function objectsIn(text: string): readonly Readonly<Record<string, never>>[] {
  const found: Readonly<Record<string, never>>[] = [];
  let [depth, start, quoted] = [0, -1, false];
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (quoted) {
      if (char === "\\") index += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"' && depth > 0) quoted = true;
    else if (open.includes(char)) {
      if (depth === 0) start = index;
      depth += 1;
    } else if (closed.includes(char)) {
      depth -= 1;
      const value = depth === 0 ? parseJson(text.slice(start, index + 1)) : undefined;
      if (depth < 0 || (depth === 0 && !isObject(value))) return [];
      if (depth === 0) found.push(value as Readonly<Record<string, never>>);
    } else if (depth === 0 && char.trim() !== "") return [];
  }
  return depth === 0 ? found : [];
}

function equalPieces(text: string, count: number): readonly string[] | undefined {
  const piece = text.slice(0, text.length / count);
  return piece !== "" && piece.repeat(count) === text ? Array.from({ length: count }, () => piece) : undefined;
}

const namesOf = (name: string, offered: readonly string[], count: number): readonly string[] | undefined =>
  offered.length === 1 && offered[0] === name
    ? Array.from({ length: count }, () => name)
    : namesIn(name, offered, count);

/** Undefined where the names on offer don't make up `text`, or do so in several ways. */
function namesIn(text: string, offered: readonly string[], count: number): readonly string[] | undefined {
  // The number of ways to spell what precedes each place with each number of names, and the last name of one of them.
  let ways = new Map<number, { readonly names: readonly string[]; readonly only: boolean }>([
    [0, { names: [], only: true }],
  ]);
  const names = [...new Set(offered)].filter((name) => name !== "");
  for (let step = 0; step < count; step += 1) {
    const next: typeof ways = new Map();
    for (const [place, way] of ways) {
      for (const name of names) {
        if (!text.startsWith(name, place)) continue;
        const end = place + name.length;
        next.set(end, { names: [...way.names, name], only: way.only && !next.has(end) });
      }
    }
    ways = next;
  }
  const found = ways.get(text.length);
  return found?.only === true ? found.names : undefined;
}

/** Ids of one maker begin alike: by that, else by their length. */
function idsIn(text: string, count: number): readonly string[] | undefined {
  const starts = idsBegunAlike(text);
  if (starts.length === count) return starts.map((start, index) => text.slice(start, starts[index + 1]));
  const length = text.length / count;
  return Number.isInteger(length)
    ? Array.from({ length: count }, (_, index) => text.slice(index * length, (index + 1) * length))
    : undefined;
}

/** The places where they begin. */
function idsBegunAlike(text: string): readonly number[] {
  const prefix = /^[a-z]+[_-]/i.exec(text)?.[0];
  return prefix === undefined ? [] : placesOf(prefix, text);
}

function placesOf(part: string, text: string): readonly number[] {
  const found: number[] = [];
  for (let place = text.indexOf(part); place >= 0; place = text.indexOf(part, place + part.length)) found.push(place);
  return found;
}
