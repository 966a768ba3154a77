import { SpanStatusCode, type Context, type Span } from "@opentelemetry/api";
import { messageOf } from "../../errors.js";
import { now } from "../clock.js";
import { within } from "../context.js";
import { quietly } from "../faults.js";
import type { CallRecord } from "./call-record.js";
import type { Outcome } from "./outcome.js";
import type { Content, Pieces } from "./pieces.js";
import { additionAttributes, outputAttributes } from "./span-attributes.js";
import { snapshot, Unrecorded } from "./snapshot.js";

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
    this.#end(() => contentOf(value, this.#record.spec.type === "tool"));
  }

  streamed(pieces: Pieces, value?: unknown): void {
    this.#end(() => pieces.result() ?? contentOf(value, false));
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
    if (record.spec.recordOutputs === false) record.miss("output", "recordOutputs is false");
    else if (content instanceof Unrecorded) record.miss("output", content.reason);
    else record.setOutput(content);
  }
}

/** A tool that returns nothing is known to: that is null, not unknown. */
function contentOf(value: unknown, isTool: boolean): Content | Unrecorded | undefined {
  const text = snapshot(isTool && value === undefined ? null : value);
  if (text === undefined || text instanceof Unrecorded) return text;
  return { text, isText: typeof value === "string" };
}
