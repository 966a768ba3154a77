import { createHash } from "node:crypto";
import { RehearsalError } from "../errors.js";
import type { JsonValue } from "../test-case/json.js";
import { nameOf } from "../test-case/plain-messages.js";
import { wrongOptions } from "../test-case/unknown-option.js";

export const faultKinds = ["error", "timeout", "garbage", "slow"] as const;
/** What goes wrong: the tool fails; it is given up on; it answers nonsense; it answers late. */
export type FaultKind = (typeof faultKinds)[number];

export interface FaultOptions {
  readonly kind: FaultKind;
  /** Which calls of the tool in a conversation, from 1. Default: every call, or those that `probability` draws. */
  readonly on?: number | readonly number[];
  /** How likely each call is hit, from 0 to 1: decided by the seed, the tool and the number of the call alone. Default: 1. */
  readonly probability?: number;
  /** On `error` and `timeout`: what the agent is told. Default: that the tool failed, or timed out. */
  readonly message?: string;
  /** On `garbage`: what is answered instead. Default: the beginning of some JSON. */
  readonly value?: JsonValue;
  /** Milliseconds of waiting, on the clock that was given. Default: 1000 for `slow`, 0 for the others. */
  readonly ms?: number;
  /**
   * On `error` and `timeout`: whether the tool did its work all the same, and only the answer was lost. An agent that
   * tries again then does it twice. Default: false. The other kinds always do their work.
   */
  readonly takesEffect?: boolean;
}

export interface Fault extends FaultOptions {
  readonly rule: "fault";
}

const known = [
  "kind",
  "on",
  "probability",
  "message",
  "value",
  "ms",
  "takesEffect",
] as const satisfies readonly (keyof FaultOptions)[];

/**
 * A fault to plan for: in an environment by tool, or among the rules of `interceptTools`. Throws a RehearsalError where
 * the options make no sense.
 *
 * @example
 * fault({ on: 2, kind: "error", message: "503 Service Unavailable" })
 */
export function fault(options: FaultOptions): Fault {
  // One that is planned already may be spread into another.
  const misspelt = wrongOptions(options, Object.hasOwn(Object(options) as object, "rule") ? [...known, "rule"] : known);
  if (misspelt !== undefined) throw wrong(misspelt);
  const { kind, on, probability, ms, takesEffect } = options;
  const numbers = on === undefined ? [] : [on].flat();
  if (!faultKinds.includes(kind)) throw wrong(`kind must be one of ${faultKinds.join(", ")}, not ${nameOf(kind)}`);
  if (on !== undefined && (numbers.length === 0 || !numbers.every((each) => Number.isSafeInteger(each) && each > 0)))
    throw wrong(`on must be the number of a call, from 1, or a list of such; got ${nameOf(on)}`);
  if (probability !== undefined && !(probability >= 0 && probability <= 1))
    throw wrong(`probability must be from 0 to 1; got ${nameOf(probability)}`);
  if (ms !== undefined && !(ms >= 0 && Number.isFinite(ms)))
    throw wrong(`ms must be milliseconds, 0 or more; got ${nameOf(ms)}`);
  if (takesEffect !== undefined && typeof takesEffect !== "boolean")
    throw wrong(`takesEffect must be true or false; got ${nameOf(takesEffect)}`);
  return Object.freeze({ ...options, rule: "fault" as const });
}

export interface FaultPoint {
  readonly tool: string;
  /** Which call of the tool in this conversation it is, from 1. */
  readonly nth: number;
  readonly seed: string;
}

/** The first fault that hits a call. */
export function faultFor(faults: readonly Fault[], { tool, nth, seed }: FaultPoint): Fault | undefined {
  return faults.find(({ on, probability = 1 }, index) => {
    if (on !== undefined && ![on].flat().includes(nth)) return false;
    return probability >= 1 || chance(seed, tool, nth, index) < probability;
  });
}

/** In [0, 1), the same for the same parts: so no draw depends on what else runs, or in which order. */
function chance(...parts: readonly (string | number)[]): number {
  const hash = createHash("sha256").update(JSON.stringify(["fault", ...parts]));
  return hash.digest().readUIntBE(0, 6) / 2 ** 48;
}

export const waitOf = ({ kind, ms }: Fault): number => ms ?? (kind === "slow" ? 1000 : 0);

/** Whether the call fails, whatever the tool itself would say. */
export const isFailing = ({ kind }: Fault): boolean => kind === "error" || kind === "timeout";

export function failureOf({ kind, message, ms }: Fault, tool: string): string {
  if (message !== undefined) return message;
  if (kind === "error") return `${tool} failed: internal error`;
  return ms === undefined ? `${tool} timed out` : `${tool} timed out after ${String(ms)} ms`;
}

/** Cut off, as a broken connection leaves it. */
const GARBAGE = '{"result": [{"id": "';
export const garbageOf = ({ value }: Fault): JsonValue => (value === undefined ? GARBAGE : value);

const wrong = (message: string): RehearsalError => new RehearsalError("invalid_input", `fault(): ${message}.`);
