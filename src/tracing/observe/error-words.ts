import { messageOf } from "../../errors.js";
import { allowedText, captureOf, whyNot } from "./capture.js";
import type { ObserveSpec } from "./observe-options.js";

/** What goes on record of an error that an observed function threw. */
export interface ErrorWords {
  readonly words: string;
  /** False: not as it was, so that it must be in no exception event either. */
  readonly isWhole: boolean;
}

/** Errors quote what they are about, so that their words are output like any other. Never throws. */
export function errorWords(error: unknown, spec: ObserveSpec): ErrorWords {
  const { recordOutputs, unrecorded = "recordOutputs is false" } = spec;
  if (recordOutputs === false) return { words: withheld(error, unrecorded), isWhole: false };
  const capture = captureOf(spec, recordOutputs);
  const message: unknown = messageOf(error);
  const words = typeof message === "string" && message !== "" ? message : "an error without a message";
  return { words: allowedText(words, capture) ?? withheld(error, whyNot(capture)), isWhole: capture === true };
}

const withheld = (error: unknown, why: string): string => `${kindOf(error)}; its message was withheld (${why})`;

/** What kind of failure it is, in words of no content. */
function kindOf(error: unknown): string {
  try {
    if (!(error instanceof Error)) return "an error";
    const { name } = error.constructor;
    const told: unknown = [name, error.name].find((each) => each !== "" && each !== "Error") ?? "Error";
    const kind = typeof told === "string" ? told : "an error";
    const code = ["status", "code"]
      .map((key) => [key, Reflect.get(error, key) as unknown])
      .find(([, it]) => isCode(it));
    return code === undefined ? kind : `${kind}, ${code.join(" ")}`;
  } catch {
    return "an error";
  }
}

/** A number, or a code of Node: others hold what a server has to say. */
const isCode = (code: unknown): boolean =>
  typeof code === "number" || (typeof code === "string" && /^(E[A-Z]{2,14}|ERR_[A-Z_]+)$/.test(code));
