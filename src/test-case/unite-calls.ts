import type { ToolCall } from "./tool-call.js";

/** Calls of two sources. */
export interface UnitedCalls {
  /** As they were given, in that order; what only the trace knows of them is added. */
  readonly stated: readonly ToolCall[];
  /** Recorded and not stated. */
  readonly unstated: readonly ToolCall[];
}

/**
 * What an agent states beside what was recorded. A recorded call is a stated one where both have the same id, or else the
 * same name and arguments; arguments that one side leaves out do not count. Every call is paired once.
 */
export function uniteCalls(stated: readonly ToolCall[], recorded: readonly ToolCall[]): UnitedCalls {
  if (recorded.length === 0 || stated === recorded) return { stated, unstated: [] };
  const united = [...stated];
  const places = new Map<string, number[]>();
  const add = (key: string, index: number) => {
    const list = places.get(key);
    if (list === undefined) places.set(key, [index]);
    else list.push(index);
  };
  stated.forEach((call, index) => {
    if (call.id !== undefined) add(`id ${call.id}`, index);
    if (call.inputParameters === undefined) add(`none ${call.name}`, index);
    else add(`args ${keyOf(call)}`, index);
    add(`name ${call.name}`, index);
  });
  for (const list of places.values()) list.reverse();
  const used = new Set<number>();
  const take = (key: string): number | undefined => {
    const list = places.get(key) ?? [];
    for (let index = list.pop(); index !== undefined; index = list.pop()) if (!used.has(index)) return index;
    return undefined;
  };
  const unstated = recorded.filter((call) => {
    const index =
      (call.id === undefined ? undefined : take(`id ${call.id}`)) ??
      (call.inputParameters === undefined
        ? take(`name ${call.name}`)
        : (take(`args ${keyOf(call)}`) ?? take(`none ${call.name}`)));
    if (index === undefined) return true;
    used.add(index);
    united[index] = { ...call, ...stated[index] };
    return false;
  });
  return { stated: united, unstated };
}

/** The same text for calls of the same name and arguments, whatever the order of their keys. */
const keyOf = ({ name, inputParameters }: ToolCall): string => `${name} ${canonical(inputParameters)}`;

function canonical(given: ToolCall["inputParameters"]): string {
  let value: unknown = given;
  if (typeof given === "string") {
    try {
      value = given.trim() === "" ? null : JSON.parse(given);
    } catch {
      return given;
    }
  }
  return JSON.stringify(value ?? {}, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
