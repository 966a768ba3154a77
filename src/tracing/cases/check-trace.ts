import { RehearsalError } from "../../errors.js";
import { described } from "../../test-case/unknown-option.js";

const made = "a trace, as readTrace, readTraces and captureTrace give it";

/** Throws `invalid_input` where a value is no trace, since reading it as one ends in a riddle. */
export function checkTrace(where: string, trace: unknown): void {
  if (!isTrace(trace)) fail(where, `give ${made}; got ${what(trace)}`);
}

/** The same for a list of traces. */
export function checkTraces(where: string, traces: unknown): void {
  if (!Array.isArray(traces)) {
    const hint = isTrace(traces) ? "a single trace: put it into a list" : what(traces);
    return fail(where, `give a list of traces; got ${hint}`);
  }
  const wrong = (traces as readonly unknown[]).findIndex((trace) => !isTrace(trace));
  if (wrong >= 0) fail(where, `item ${String(wrong + 1)} of the list must be ${made}; it is ${what(traces[wrong])}`);
}

function fail(where: string, fault: string): never {
  throw new RehearsalError("invalid_input", `${where}: ${fault}`);
}

function isTrace(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { spans, turns, toolsCalled, missing } = value as Readonly<Record<string, unknown>>;
  return [spans, turns, toolsCalled, missing].every((list) => Array.isArray(list));
}

function what(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return described(value);
  if (value instanceof Promise) return "a promise: await it first";
  const { spans, trace } = value as Readonly<Record<string, unknown>>;
  if (isTrace(trace)) return "an object with a trace in it: give its `trace`";
  if (Array.isArray(spans)) return "an object with spans: give what readTrace makes of them";
  const keys = Object.keys(value).slice(0, 5);
  return keys.length === 0 ? "an object without keys" : `an object with the keys ${keys.join(", ")}`;
}
