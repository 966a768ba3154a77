import { parseOrText, quietly, snapshot, Unrecorded } from "../../src/tracing/instrument.js";
import type { CaptureContent } from "./settings.js";

/** Lets through what of a call's content may be recorded, and remembers what was left out. */
export class Content {
  readonly #capture: CaptureContent;
  readonly #missing = new Set<string>();
  #hidden: string | undefined;

  constructor(capture: CaptureContent) {
    this.#capture = capture;
  }

  /** True: all of it is recorded as it is. */
  get isWhole(): boolean {
    return this.#capture === true;
  }

  /** Why some content was not let through. Undefined: all was. */
  get hidden(): string | undefined {
    return this.#hidden;
  }

  /** What was left out, as sentences. */
  get missing(): readonly string[] {
    return this.#hidden === undefined
      ? [...this.#missing]
      : [`content not recorded (${this.#hidden})`, ...this.#missing];
  }

  /** Undefined: it is not recorded. */
  text(text: string): string | undefined {
    const capture = this.#capture;
    if (capture === true) return text;
    const kept: unknown = capture === false ? undefined : quietly("redacting content", () => capture(text));
    if (typeof kept === "string") return kept;
    this.#hidden = capture === false ? "captureContent is false" : "the captureContent function failed";
    return undefined;
  }

  /** The same for JSON text, which is recorded as the value that it spells; broken JSON stays text. */
  json(text: string): unknown {
    const kept = this.text(text);
    return kept === undefined ? undefined : parseOrText(kept);
  }

  /** The same for any other value. */
  value(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    const text = snapshot(value);
    if (text instanceof Unrecorded) return void this.miss(`content not recorded (${text.reason})`);
    return text === undefined ? undefined : this.json(text);
  }

  miss(what: string): void {
    this.#missing.add(what);
  }
}
