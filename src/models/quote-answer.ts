import { cut } from "../test-case/cut.js";

/** What a model answered, for a message: quoted where it is text, and its beginning only. */
export function quoteAnswer(answer: unknown): string {
  try {
    return cut(JSON.stringify(answer) ?? "nothing", 120);
  } catch {
    return "what JSON can't hold";
  }
}
