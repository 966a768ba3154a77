import type { Attributes } from "@opentelemetry/api";
import { RehearsalError } from "../../errors.js";

import { specAttributes } from "./spec-attributes.js";

export const observeTypes = ["agent", "llm", "tool", "retriever", "embedding", "reranker", "chain"] as const;
export type ObserveType = (typeof observeTypes)[number];

export interface ObserveOptions {
  /** What the function is. `tool` makes its calls tool calls, `retriever` its result the retrieved context. Default: `chain`. */
  readonly type?: ObserveType;
  /** Name of the span, and of the tool. Default: the function's own name. */
  readonly name?: string;
  /** On `llm` and `embedding`: the model that is asked. */
  readonly model?: string;
  /** On `tool`: names for positional arguments, which are recorded as "0", "1", … otherwise. */
  readonly parameters?: readonly string[];
  /** False: what goes in is not recorded, and reported as missing. Default: true. */
  readonly recordInputs?: boolean;
  /** False: what comes out is not recorded, and reported as missing. Default: true. */
  readonly recordOutputs?: boolean;
}

export interface ObserveSpec extends ObserveOptions {
  readonly type: ObserveType;
  readonly name: string;
  /** Of its spans, as they start. */
  readonly attributes: Attributes;
  /** Why inputs or outputs are not recorded, where somebody else than the author decided so. */
  readonly unrecorded?: string;
}

export function specOf(options: ObserveOptions, fn: unknown): ObserveSpec {
  if (typeof fn !== "function") {
    throw new RehearsalError(
      "invalid_input",
      `observe() wraps a function, and was given ${fn === null ? "null" : `a value of type ${typeof fn}`}`,
    );
  }
  const type = options.type ?? "chain";
  if (!observeTypes.includes(type)) {
    const message = `observe() of "${options.name ?? fn.name}" has the unknown type "${String(type)}"; known types: ${observeTypes.join(", ")}`;
    throw new RehearsalError("invalid_input", message);
  }
  const name = [options.name, fn.name].find((each) => each !== undefined && each.trim() !== "");
  const known = { ...options, type, name: name ?? "anonymous" };
  return { ...known, attributes: specAttributes(known) };
}
