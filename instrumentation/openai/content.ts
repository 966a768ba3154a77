import { parseOrText, quietly, snapshot, Unrecorded } from "../../src/tracing/instrument.js";
import { json, type Json } from "./messages/json.js";
import type { CaptureContent } from "./settings.js";

const nothing: readonly string[] = [];

/** Lets through what of a call's content may be recorded, and remembers what was left out. */
export class Content {
  readonly #capture: CaptureContent;
  #missing: Set<string> | undefined;
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
    const others = this.#missing === undefined ? nothing : [...this.#missing];
    return this.#hidden === undefined ? others : [`content not recorded (${this.#hidden})`, ...others];
  }

  /** Undefined: it is not recorded. */
  allowed(text: string): string | undefined {
    const capture = this.#capture;
    if (capture === true) return text;
    const kept: unknown = capture === false ? undefined : quietly("redacting content", () => capture(text));
    if (typeof kept === "string") return kept;
    this.#hidden = capture === false ? "captureContent is false" : "the captureContent function failed";
    return undefined;
  }

  /** A text as JSON. */
  text(text: string): Json | undefined {
    const kept = this.allowed(text);
    return kept === undefined ? undefined : json(kept);
  }

  /** A text that is JSON itself, to the letter. Where it is broken, or too odd to be read again, it is a mere text. */
  json(text: string): Json | undefined {
    const kept = this.allowed(text);
    if (kept === undefined) return undefined;
    return parseOrText(kept) === kept ? json(kept) : (kept as Json);
  }

  /** Any value as JSON. */
  value(value: unknown): Json | undefined {
    if (typeof value === "string") return this.text(value);
    const text = snapshot(value);
    if (text instanceof Unrecorded) return void this.miss(`content not recorded (${text.reason})`);
    return text === undefined ? undefined : this.json(text);
  }

  miss(what: string): void {
    (this.#missing ??= new Set()).add(what);
  }
}
