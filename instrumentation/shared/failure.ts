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
  const message = content.allowed(wordsOf(error));
  if (message === undefined) return { message: safeWords(error) };
  const words = message === "" ? type : message;
  return error instanceof Error && content.isWhole ? { message: words, exception: error } : { message: words };
}

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What kind of failure it is, in words of no content. */
export const safeWords = (error: unknown): string => `${errorType(error)}${numberOf(error)}`;

/** Numbers by which servers and protocols tell failures apart. */
const numberOf = (error: unknown): string =>
  ["status", "code"].flatMap((key) => {
    const value: unknown = error instanceof Error ? Reflect.get(error, key) : undefined;
    return typeof value === "number" ? `, ${key} ${String(value)}` : [];
  })[0] ?? "";
