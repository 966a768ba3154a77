import { quietly, snapshot, Unrecorded } from "../../src/tracing/instrument.js";
import { json, jsonOrText, type Json } from "./json.js";
import type { CaptureContent } from "./settings.js";

const nothing: readonly string[] = [];

/** Lets through what of a call's content may be recorded, and remembers what was left out. */
export class Content {
  readonly #capture: CaptureContent;
  #missing: Set<string> | undefined;
  #hidden: string | undefined;
  #length = 0;

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
    const others = this.#missing === undefined ? nothing : [...this.#missing];
    return this.#hidden === undefined ? others : [`content not recorded (${this.#hidden})`, ...others];
  }

  /** How long the texts are that were asked for since this was last called, in characters. */
  takeLength(): number {
    const length = this.#length;
    this.#length = 0;
    return length;
  }

  /** Undefined: it is not recorded. */
  allowed(text: string): string | undefined {
    const capture = this.#capture;
    this.#length += text.length;
    if (capture === true) return text;
    const kept: unknown = capture === false ? undefined : quietly("redacting content", () => capture(text));
    if (typeof kept === "string") return kept;
    this.#hidden = capture === false ? "captureContent is false" : "the captureContent function failed";
    return undefined;
  }

  /** A text that is JSON itself, to the letter. */
  json(text: string): Json | undefined {
    const kept = this.allowed(text);
    return kept === undefined ? undefined : jsonOrText(kept);
  }

  /** Any value as JSON. */
  value(value: unknown): Json | undefined {
    if (typeof value === "string") {
      const kept = this.allowed(value);
      return kept === undefined ? undefined : json(kept);
    }
    const text = snapshot(value);
    if (text instanceof Unrecorded) return void this.miss(`content not recorded (${text.reason})`);
    return text === undefined ? undefined : this.json(text);
  }

  miss(what: string): void {
    (this.#missing ??= new Set()).add(what);
  }
}
