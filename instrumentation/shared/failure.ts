import type { Failure } from "../../src/tracing/instrument.js";
import type { Content } from "./content.js";

/** The class of what was thrown, which is what OpenAI tells its errors apart by. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  const { name } = error.constructor;
  return name === "" || name === "Error" ? error.name : name;
}

/** Servers quote prompts in their errors, so their words are content as well. */
export function failureOf(error: unknown, content: Content): Failure {
  const type = errorType(error);
  const message = content.allowed(error instanceof Error ? error.message : String(error));
  if (message === undefined) return { message: `${type}${statusOf(error)}` };
  const words = message === "" ? type : message;
  return error instanceof Error && content.isWhole ? { message: words, exception: error } : { message: words };
}

const statusOf = (error: unknown): string =>
  error instanceof Error && "status" in error && typeof error.status === "number"
    ? `, status ${String(error.status)}`
    : "";
