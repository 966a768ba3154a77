import { RehearsalError } from "../../errors.js";
import { described, wrongOptions } from "../../test-case/unknown-option.js";
import { isOtlpJson, isOtlpLogsJson } from "../otlp/from-otlp.js";
import { isObject } from "./json-text.js";
import { toPlainSpan } from "./plain-span.js";
import type { ReadTraceInput } from "./read-trace.js";

const known = ["spans", "logRecords", "records", "retrieverTools"] as const satisfies readonly (keyof ReadTraceInput)[];

/** An input in which nothing can be found must not look like an agent that did nothing. */
export function checkInput(where: "readTrace" | "readTraces", input: unknown): void {
  const fault = faultOf(where, input);
  if (fault !== undefined) throw new RehearsalError("invalid_input", `${where}: ${fault}`);
}

function faultOf(where: string, input: unknown): string | undefined {
  if (Array.isArray(input)) return `give an object, as in ${where}({ spans }); got a list`;
  const wrong = wrongOptions(input, known);
  if (wrong !== undefined) return wrong;
  const { retrieverTools, ...lists } = input as Readonly<Record<string, unknown>>;
  for (const [key, value] of Object.entries(lists)) {
    if (value !== undefined && (typeof value !== "object" || value === null))
      return `${key} must be a list or an OTLP export; got ${described(value)}`;
  }
  const strange = strangeSpans(lists.spans) ?? strangeLogs(lists.logRecords);
  if (strange !== undefined) return strange;
  if (retrieverTools === undefined || typeof retrieverTools === "function" || isNames(retrieverTools)) return undefined;
  return `retrieverTools must be a list of names or a function of a name; got ${described(retrieverTools)}`;
}

const isNames = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === "string");

const wanted = "a list of spans (each with a `name` or `attributes`) or an OTLP export (with `resourceSpans`)";

/** A single thing that is none. Of the things in a list the trace tells. */
function strangeSpans(spans: unknown): string | undefined {
  if (!isObject(spans) || isExport(spans, isOtlpJson) || toPlainSpan(spans, 0) !== undefined) return undefined;
  return `spans must be ${wanted}; ${whatOf(spans, "spans")}`;
}

/** Why a list holds no spans, in a sentence that goes on after "nothing was recorded". */
export const noSpansIn = (given: readonly unknown[]): string => `: spans must be ${wanted}; ${whatOf(given, "spans")}`;

function strangeLogs(records: unknown): string | undefined {
  if (!isObject(records) || isExport(records, isOtlpLogsJson)) return undefined;
  const inner = records.logRecords ?? records.resourceSpans;
  if (inner === undefined) return undefined;
  return `logRecords must be a list of log records or an OTLP export (with \`resourceLogs\`); ${whatOf(records, "logRecords")}`;
}

function isExport(item: unknown, test: (value: unknown) => boolean): boolean {
  try {
    return test(item);
  } catch {
    return false;
  }
}

function whatOf(given: unknown, key: string): string {
  if (Array.isArray(given)) {
    const [first] = given as readonly unknown[];
    const it = isObject(first) ? `has the keys ${keysOf(first)}` : `is ${described(first)}`;
    return `got a list in which none is one; the first item ${it}`;
  }
  const object = isObject(given) ? given : {};
  const hint = Array.isArray(object[key]) ? `: give its \`${key}\`` : "";
  return `got an object with the keys ${keysOf(object)}${hint}`;
}

const keysOf = (object: object): string => Object.keys(object).slice(0, 5).join(", ") || "(none)";
