import { allowedText, snapshot, Unrecorded, whyNot } from "../../src/tracing/instrument.js";
import { json, jsonOrText, type Json } from "./json.js";
import { captureContentOf, isCaptureChosen, type CaptureContent, type Settings } from "./settings.js";

const nothing: readonly string[] = [];

/** Lets through what of a call's content may be recorded, and remembers what was left out. */
export class Content {
  readonly #capture: CaptureContent;
  readonly #isChosen: boolean;
  #missing: Set<string> | undefined;
  #hidden: string | undefined;
  #length = 0;
  #isChanged = false;

  constructor(settings: Settings) {
    this.#capture = captureContentOf(settings);
    this.#isChosen = isCaptureChosen(settings);
  }

  /** True: all of it is recorded as it is. */
  get isWhole(): boolean {
    return this.#capture === true;
  }

  /** Whether arguments, or other data, were changed on their way to the record. */
  get isChanged(): boolean {
    return this.#isChanged;
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
    const kept = allowedText(text, capture);
    if (kept === undefined) this.#hidden = whyNot(capture, this.#isChosen);
    return kept;
  }

  /** The same of a text that holds data: whoever compares it with what others recorded must know that it was changed. */
  data(text: string): string | undefined {
    const kept = this.allowed(text);
    if (kept !== undefined && kept !== text) this.#isChanged = true;
    return kept;
  }

  /** A text that is JSON itself, to the letter. */
  json(text: string): Json | undefined {
    const kept = this.data(text);
    return kept === undefined ? undefined : jsonOrText(kept);
  }

  /** Any value as JSON. */
  value(value: unknown): Json | undefined {
    if (typeof value === "string") {
      const kept = this.data(value);
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
