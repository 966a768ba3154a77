import { toJson, type JsonValue } from "../../test-case/json.js";
import { deepFreeze } from "../../test-case/schema.js";
import type { Intercepted, SeamTool } from "../../test-case/tool-seam.js";
import { isFailing, type FaultKind } from "../fault.js";
import { isWorldTool } from "../world/tool-function.js";
import type { Decision } from "./decide.js";

/** A call that came by, and what became of it. Plain JSON. */
export interface InterceptedCall {
  readonly name: string;
  readonly did: Intercepted | "passed";
  /** Which call of the tool in this conversation it was, from 1. */
  readonly nth: number;
  /** The turn in which it was made, from 1. Absent: not told. */
  readonly turn?: number;
  /** Absent: not JSON. */
  readonly args?: JsonValue;
  /** The planned fault that hit it. */
  readonly fault?: FaultKind;
}

/** The arguments of a call as one value. */
export const argumentsOf = ({ argumentsOf: read }: SeamTool, args: readonly unknown[]): unknown =>
  read === undefined ? args[0] : read(args);

export function whatItDid({ fault, then }: Decision): InterceptedCall["did"] {
  if (then.rule === "refuse") return "refused";
  if (fault !== undefined && fault.kind !== "slow") return "failed";
  return then.rule === "mock" ? "mocked" : then.rule === "world" ? "simulated" : "passed";
}

/** Whether the call is made in the world, whatever comes of it then. */
export function goesIntoWorld({ fault, then }: Decision, real: object): boolean {
  const isLost = fault !== undefined && isFailing(fault) && fault.takesEffect !== true;
  return !isLost && (then.rule === "world" || (then.rule === "pass" && isWorldTool(real)));
}

interface About {
  readonly did: InterceptedCall["did"];
  readonly nth: number;
  readonly turn: number | undefined;
  readonly fault: FaultKind | undefined;
}

export function recordOf(tool: SeamTool, { did, nth, turn, fault }: About, args: readonly unknown[]): InterceptedCall {
  const given = asJson(() => argumentsOf(tool, args) ?? null);
  return Object.freeze({
    name: tool.name,
    did,
    nth,
    ...(turn !== undefined && { turn }),
    ...(given !== undefined && { args: given }),
    ...(fault !== undefined && { fault }),
  });
}

/** Arguments may fight back (a proxy, a getter that throws): the call is noted all the same. */
function asJson(read: () => unknown): JsonValue | undefined {
  let isJson = true;
  try {
    const value = toJson(read(), () => void (isJson = false));
    return isJson ? deepFreeze(value) : undefined;
  } catch {
    return undefined;
  }
}
