import { SpanStatusCode, type Context, type Span } from "@opentelemetry/api";
import { messageOf } from "../../errors.js";
import { now } from "../clock.js";
import { within } from "../context.js";
import { quietly } from "../faults.js";
import type { CallRecord } from "./call-record.js";
import type { Outcome } from "./outcome.js";
import { contentOf, type Content } from "./content.js";
import type { Pieces } from "./pieces.js";
import { additionAttributes, outputAttributes } from "./span-attributes.js";
import { Unrecorded } from "./snapshot.js";

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

  returned(value: unknown): void {
    // A tool that returns nothing is known to: that is null, not unknown.
    this.#end(() => contentOf(value === undefined && this.#record.spec.type === "tool" ? null : value));
  }

  streamed(pieces: Pieces, value?: unknown): void {
    this.#end(() => pieces.result() ?? contentOf(value));
  }

  unseen(reason: string): void {
    this.#end(() => new Unrecorded(reason));
  }

  threw(error: unknown): void {
    this.#end(() => {
      const message: unknown = messageOf(error);
      this.#record.error = typeof message === "string" && message !== "" ? message : "an error without a message";
      this.#span?.setStatus({ code: SpanStatusCode.ERROR, message: this.#record.error });
      if (error instanceof Error) this.#span?.recordException(error);
      return undefined;
    });
  }

  #end(content: () => Content | Unrecorded | undefined): void {
    const record = this.#record;
    if (record.endTimeMs !== null) return;
    record.endTimeMs = now();
    quietly("recording output", () => this.#setOutput(content()));
    const span = this.#span;
    if (span === undefined) return;
    quietly("recording output", () =>
      span.setAttributes({ ...outputAttributes(record), ...additionAttributes(record) }),
    );
    quietly("ending a span", () => span.end());
  }

  #setOutput(content: Content | Unrecorded | undefined): void {
    const record = this.#record;
    if (record.output !== undefined || content === undefined) return;
    if (record.spec.recordOutputs === false) record.miss("output", record.spec.unrecorded ?? "recordOutputs is false");
    else if (content instanceof Unrecorded) record.miss("output", content.reason);
    else record.output = content;
  }
}
