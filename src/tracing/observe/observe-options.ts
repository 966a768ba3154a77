import type { Attributes } from "@opentelemetry/api";
import { RehearsalError } from "../../errors.js";
import type { Metric } from "../../test-case/metric.js";
import type { LLMTestCase } from "../../test-case/llm-test-case.js";
import { described } from "../../test-case/unknown-option.js";
import { noteObservedTool } from "../run/observed-tools.js";
import type { ObserveType } from "./observe-types.js";
import { optionsFault } from "./options-fault.js";
import { specAttributes } from "./spec-attributes.js";

export type { ObserveType };

export interface ObserveOptions {
  /** What the function is. `tool` makes its calls tool calls, `retriever` its result the retrieved context. Default: `chain`, which is neither. */
  readonly type?: ObserveType | undefined;
  /** Name of the span, and of the tool. Default: the function's own name. */
  readonly name?: string | undefined;
  /** On `llm` and `embedding`: the model that is asked. */
  readonly model?: string | undefined;
  /** On `tool`: names for positional arguments, which are recorded as "0", "1", … otherwise. */
  readonly parameters?: readonly string[] | undefined;
  /**
   * Whether it changes something outside, for simulations that refuse what does. Default: of a `tool` told by its name, of
   * all others no. `true` is heeded on every type.
   */
  readonly write?: boolean | undefined;
  /** False: what goes in is not recorded, and reported as missing. Default: true, unless content capture is off. */
  readonly recordInputs?: boolean | undefined;
  /** False: what comes out is not recorded, and reported as missing. Default: true, unless content capture is off. */
  readonly recordOutputs?: boolean | undefined;
  /** On `llm` and `embedding`: the price of one input token in US dollars, for `Usage.costUsd`. Default: not known. */
  readonly costPerInputToken?: number | undefined;
  /** The same for one output token. */
  readonly costPerOutputToken?: number | undefined;
  /** What judges each call of this function by itself, as `spanTestCases` lists them. They are no part of the trace's JSON. */
  readonly metrics?: readonly Metric<LLMTestCase>[] | undefined;
}

export interface ObserveSpec extends ObserveOptions {
  readonly type: ObserveType;
  readonly name: string;
  /** Of its spans, as they start. */
  readonly attributes: Attributes;
  /** Of the function that it wraps, where that is observed, too. */
  readonly wraps?: ObserveSpec | undefined;
  /** Why inputs or outputs are not recorded, where somebody else than the author decided so. */
  readonly unrecorded?: string;
  /** Whoever records it lets through only what may be recorded. */
  readonly isFiltered?: boolean;
}

/** Throws a RehearsalError where the function is none or an option is wrong: as a default it would be a silent mistake. */
export function specOf(options: ObserveOptions, fn: unknown): ObserveSpec {
  if (typeof options === "function") throw wrong("give the options first, then the function");
  const fault = optionsFault(options);
  const named = typeof fn === "function" ? (nameIn(options) ?? fn.name) : undefined;
  if (fault !== undefined) throw wrong(fault, named);
  if (typeof fn !== "function") throw wrong(`it wraps a function; got ${described(fn)}`);
  const type = options.type ?? "chain";
  const name = [options.name, fn.name].find((each) => each !== undefined && each.trim() !== "") ?? "anonymous";
  if (type === "tool") noteObservedTool(name);
  const spec = { ...options, type, name };
  return { ...spec, attributes: specAttributes(spec) };
}

const nameIn = (options: unknown): string | undefined => {
  const name: unknown = typeof options === "object" && options !== null && "name" in options ? options.name : undefined;
  return typeof name === "string" ? name : undefined;
};

function wrong(fault: string, named?: string): RehearsalError {
  const what = named === undefined || named === "" ? "observe()" : `observe() of "${named}"`;
  return new RehearsalError("invalid_input", `${what}: ${fault}`);
}
