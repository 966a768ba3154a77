import { SpanStatusCode, type Context, type Span } from "@opentelemetry/api";
import { within } from "../context.js";
import { quietly } from "../faults.js";
import type { CallRecord } from "./call-record.js";
import type { Outcome } from "./outcome.js";
import { allowedContent, captureOf } from "./capture.js";
import { contentOf, type Content } from "./content.js";
import { errorWords } from "./error-words.js";
import type { Pieces } from "./pieces.js";
import { additionAttributes, inputAttributes, outputAttributes } from "./span-attributes.js";
import { streamText } from "./stream-text.js";
import { Unrecorded } from "./snapshot.js";

const speakers: ReadonlySet<string> = new Set(["agent", "llm", "chain", "custom"]);

const nestedTooDeep = "calls nested this deep are recorded beside the one that made them, not within it";

/** A call of an observed function under way. Once it ends nothing refers to it but the caller's own result. */
export class ObservedCall implements Outcome {
  readonly #record: CallRecord;
  readonly #span: Span | undefined;
  readonly #context: Context;

  constructor(record: CallRecord, span: Span | undefined, context: Context) {
    this.#record = record;
    this.#span = span;
    this.#context = context;
  }

  within<T>(step: () => T): T {
    return within(this.#context, step);
  }

  /** It has no context of its own, which is told with its record. */
  besideOthers(): CallRecord {
    (this.#record.missing ??= []).push(nestedTooDeep);
    return this.#record;
  }

  returned(value: unknown): void {
    // A tool that returns nothing is known to: that is null, not unknown.
    this.#end(() => contentOf(value === undefined && this.#record.spec.type === "tool" ? null : value));
  }

  streamed(pieces: Pieces, value?: unknown): void {
    this.#end(() => this.#streamedContent(pieces) ?? contentOf(value));
  }

  brokenOff(pieces: Pieces): void {
    this.#end(() => {
      (this.#record.missing ??= []).push("output cut short (whoever read it stopped before its end)");
      return this.#streamedContent(pieces);
    });
  }

  lookWith(look: () => void): void {
    this.#record.look = look;
  }

  unseen(reason: string): void {
    this.#end(() => new Unrecorded(reason));
  }

  threw(error: unknown): void {
    this.#end(() => {
      const { words, isWhole } = errorWords(error, this.#record.spec);
      this.#record.error = words;
      this.#span?.setStatus({ code: SpanStatusCode.ERROR, message: words });
      if (error instanceof Error && isWhole) this.#span?.recordException(error);
      return undefined;
    });
  }

  #streamedContent(pieces: Pieces): Content | Unrecorded | undefined {
    const values = speakers.has(this.#record.spec.type) ? pieces.values() : undefined;
    if (values === undefined) return pieces.result();
    const { type } = this.#record.spec;
    const { text, asksForTools, strange } = streamText(values);
    // Of a model what it asked for is read from what it returned.
    if (text !== undefined && !(type === "llm" && asksForTools)) return { text, isText: true };
    if (type === "llm") return pieces.result();
    this.#record.hidesWords = true;
    if (type === "agent") {
      const why = strange === undefined ? "none of which is text" : `such as ${strange}, whose text is not known`;
      (this.#record.missing ??= []).push(
        `answer not known (it streamed parts, ${why}: yield text or parts { type: "text-delta", text })`,
      );
    }
    return pieces.result();
  }

  #end(content: () => Content | Unrecorded | undefined): void {
    const record = this.#record;
    if (record.endTimeMs !== null) return;
    this.#finish(record, content);
    if (record.isFreed) record.free();
  }

  #finish(record: CallRecord, content: () => Content | Unrecorded | undefined): void {
    record.endTimeMs = record.time.now();
    if (record.look !== undefined) record.look = undefined;
    quietly("recording output", () => this.#setOutput(content()));
    const span = this.#span;
    if (span === undefined) return;
    quietly("recording output", () =>
      span.setAttributes({
        ...(record.isInputSet && inputAttributes(record)),
        ...outputAttributes(record),
        ...additionAttributes(record),
      }),
    );
    const { name } = record.additions ?? {};
    if (name !== undefined) quietly("naming a span", () => span.updateName(name));
    quietly("ending a span", () => span.end());
  }

  #setOutput(content: Content | Unrecorded | undefined): void {
    const record = this.#record;
    if (record.output !== undefined || content === undefined) return;
    if (record.spec.recordOutputs === false) record.miss("output", record.spec.unrecorded ?? "recordOutputs is false");
    else {
      const kept =
        content instanceof Unrecorded
          ? content
          : allowedContent(content, captureOf(record.spec, record.spec.recordOutputs));
      if (kept instanceof Unrecorded) record.miss("output", kept.reason);
      else record.output = kept;
    }
  }
}
