import { messageOf } from "../../errors.js";
import type { JsonValue } from "../../test-case/json.js";
import { toJson } from "../../test-case/json.js";
import { nearestKey } from "../../test-case/nearest-key.js";
import { deepFreeze } from "../../test-case/schema.js";
import { failureOf, faultFor, garbageOf, isFailing, waitOf, type Fault, type FaultKind } from "../fault.js";
import { checkInput } from "./check-input.js";
import type { WorldSnapshot } from "./snapshot.js";
import { withThrown } from "./tool-error.js";
import type { WorldTool, WorldTools } from "./world-tool.js";

/** What an agent asks of a world. */
export interface WorldCall {
  readonly name: string;
  readonly args?: unknown;
}

/** What came of it. */
export type ToolResult = (
  | { readonly type: "returned"; readonly value: JsonValue }
  /** `mistake`: it is no error of the agent's world but of whoever wrote its tool. */
  | { readonly type: "failed"; readonly message: string; readonly mistake?: true }
) & {
  /** The planned fault that hit the call. */
  readonly fault?: FaultKind;
  /** How long the answer is to be waited for. Absent: not at all. */
  readonly waitMs?: number;
};

export interface Rules {
  readonly faults: { readonly [tool: string]: readonly Fault[] };
  readonly seed: string;
}

export interface Applied<S> {
  readonly snapshot: WorldSnapshot<S>;
  readonly result: ToolResult;
}

/**
 * The whole of a world, as a function: `(snapshot, call, now) → (snapshot, result)`. Nothing a tool or an agent does makes
 * it throw, and what failed has changed nothing but the number of calls.
 */
export function applyCall<S, T>(
  tools: WorldTools<S, T>,
  { faults, seed }: Rules,
  snapshot: WorldSnapshot<S>,
  call: WorldCall,
  now: number,
): Applied<S> {
  const { name } = call;
  if (!Object.hasOwn(tools, name)) return { snapshot, result: { type: "failed", message: unknownTool(name, tools) } };
  const nth = (Object.hasOwn(snapshot.calls, name) ? (snapshot.calls[name] ?? 0) : 0) + 1;
  const before = { ...snapshot, calls: Object.freeze({ ...snapshot.calls, [name]: nth }) };
  const hit = faultFor([...(faults[name] ?? []), ...(faults["*"] ?? [])], { tool: name, nth, seed });
  const tool = tools[name as keyof T] as WorldTool<S, unknown>;
  const done =
    hit !== undefined && isFailing(hit) && hit.takesEffect !== true ? undefined : run(tool, before, call, now);
  const { snapshot: after, result } = done ?? { snapshot: before, result: undefined };
  return { snapshot: Object.freeze(after), result: faulty(hit, name, result) };
}

function faulty(hit: Fault | undefined, name: string, result: ToolResult | undefined): ToolResult {
  if (hit === undefined) return result ?? { type: "failed", message: `${name} did nothing` };
  const waitMs = waitOf(hit);
  const about = { fault: hit.kind, ...(waitMs > 0 && { waitMs }) };
  if (result?.type === "failed" && result.mistake === true) return { ...result, ...about };
  if (isFailing(hit)) return { type: "failed", message: failureOf(hit, name), ...about };
  if (hit.kind === "garbage") return { type: "returned", value: garbageOf(hit), ...about };
  return { ...(result ?? { type: "returned", value: null }), ...about };
}

function run<S>(
  tool: WorldTool<S, unknown>,
  before: WorldSnapshot<S>,
  { name, args }: WorldCall,
  now: number,
): Applied<S> {
  const failed = (message: string, mistake = false): Applied<S> => ({
    snapshot: before,
    result: { type: "failed", message, ...(mistake && { mistake }) },
  });
  try {
    const given = asJson(args === undefined ? {} : args);
    if ("wrong" in given) return failed(`${name} got arguments that are no JSON: ${given.wrong}`);
    const checked = checkInput(tool.input, given.value);
    if ("wrong" in checked) return failed(`${name} got wrong arguments: ${checked.wrong}`);
    const ids = new Map(Object.entries(before.ids));
    const state = tool.write === true ? structuredClone(before.state) : before.state;
    const returned = tool.run(state, checked.value, { now, newId: (prefix) => nextId(ids, prefix) });
    const value = asJson(returned === undefined ? null : returned);
    if (returned instanceof Promise) {
      returned.catch(() => undefined);
      return failed(`${name} returned a promise; tools of an environment work at once`, true);
    }
    if ("wrong" in value) return failed(`${name} returned what JSON can't keep: ${value.wrong}`, true);
    const kept = tool.write === true ? asJson(state) : { value: state };
    if ("wrong" in kept) return failed(`${name} left a state that JSON can't keep: ${kept.wrong}`, true);
    const after = { ...before, state: deepFreeze(kept.value) as S, ids: Object.freeze(Object.fromEntries(ids)) };
    return { snapshot: after, result: { type: "returned", value: deepFreeze(value.value) } };
  } catch (thrown) {
    const touched =
      tool.write !== true && thrown instanceof TypeError && /read.?only|extensible|delete/.test(thrown.message);
    if (!touched) {
      const { snapshot, result } = failed(messageOf(thrown));
      return { snapshot, result: withThrown(result, thrown) };
    }
    return failed(`${name} changed the state, and is not declared with write: true (${thrown.message})`, true);
  }
}

function nextId(ids: Map<string, number>, prefix: string): string {
  const number = (ids.get(prefix) ?? 0) + 1;
  ids.set(prefix, number);
  return `${prefix}-${String(number)}`;
}

function asJson(given: unknown): { readonly value: JsonValue } | { readonly wrong: string } {
  const wrong: string[] = [];
  const value = toJson(given, (path, message) => wrong.push([path.join("."), message].filter(Boolean).join(": ")));
  return wrong.length === 0 ? { value } : { wrong: wrong.join("; ") };
}

export function unknownTool(name: string, tools: object): string {
  const known = Object.keys(tools);
  const nearest = nearestKey(name, known);
  const hint = nearest === undefined ? `the tools are ${known.join(", ") || "none"}` : `did you mean ${nearest}?`;
  return `there is no tool ${JSON.stringify(name)}; ${hint}`;
}
