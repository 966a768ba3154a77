import type { JsonValue } from "../../test-case/json.js";
import { parseOrText } from "../reading/json-text.js";
import type { Content } from "./content.js";
import { LONGEST_CONTENT, snapshot, Unrecorded } from "./snapshot.js";

/** The pieces of a streamed result, each kept as it was when it went by. */
export class Pieces {
  #kept: Content[] = [];
  #length = 0;
  #lost: Unrecorded | undefined;

  add(value: unknown): void {
    if (this.#lost !== undefined) return;
    const text = snapshot(value);
    if (text === undefined) return;
    if (text instanceof Unrecorded) return this.#lose(text);
    this.#kept.push({ text, isText: typeof value === "string" });
    this.#length += text.length;
    if (this.#length > LONGEST_CONTENT)
      this.#lose(new Unrecorded(`a stream of more than the ${String(LONGEST_CONTENT)} characters that are kept`));
  }

  /** Text that came in pieces is one text; other pieces are a list. Undefined: there were none. */
  result(): Content | Unrecorded | undefined {
    if (this.#lost !== undefined) return this.#lost;
    if (this.#kept.length === 0) return undefined;
    if (this.#kept.every(({ isText }) => isText))
      return { text: this.#kept.map(({ text }) => text).join(""), isText: true };
    return { text: `[${this.#kept.map(jsonText).join(",")}]`, isText: false };
  }

  /** What was streamed as values. Undefined: it was text alone, nothing, or is lost. */
  values(): readonly JsonValue[] | undefined {
    if (this.#lost !== undefined || this.#kept.every(({ isText }) => isText)) return undefined;
    return this.#kept.map(({ text, isText }) => (isText ? text : parseOrText(text)));
  }

  #lose(reason: Unrecorded): void {
    this.#kept = [];
    this.#lost = reason;
  }
}

const jsonText = ({ text, isText }: Content): string => (isText ? JSON.stringify(text) : text);
