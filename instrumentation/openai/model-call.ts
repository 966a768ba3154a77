import {
  own,
  parseOrText,
  Unrecorded,
  type ExternalCall,
  type Outcome,
  type Pieces,
} from "../../src/tracing/instrument.js";
import type { Content } from "../shared/content.js";
import { errorType, failureOf } from "../shared/failure.js";
import { listOf } from "./messages/parts.js";
import type { Merge, Operation, Told } from "./operations/operation.js";

const hasTokens = ({ attributes }: Told): boolean =>
  attributes["gen_ai.usage.input_tokens"] !== undefined || attributes["gen_ai.usage.output_tokens"] !== undefined;

/** A request to a model under way, told of as its answer comes in. The first end counts. */
export class ModelCall implements Outcome {
  readonly #call: ExternalCall;
  readonly #operation: Operation;
  readonly #content: Content;

  constructor(call: ExternalCall, operation: Operation, content: Content) {
    this.#call = call;
    this.#operation = operation;
    this.#content = content;
  }

  within<T>(step: () => T): T {
    return this.#call.within(step);
  }

  newMerge(): Merge | undefined {
    return this.#call.isHeard ? this.#operation.merge?.() : undefined;
  }

  returned(answer: unknown): void {
    this.#end(() => this.#tell(this.#operation.response(answer, this.#content)));
  }

  threw(error: unknown): void {
    this.#end(() => this.#fail(error));
  }

  /** A stream of which nothing more will be read. */
  finished(merge: Merge): void {
    this.#end(() => this.#tellMerged(merge));
  }

  /** What came before is what the caller saw. */
  broke(merge: Merge, error: unknown): void {
    this.#end(() => {
      this.#tell(this.#operation.response(merge.result(), this.#content));
      this.#fail(error);
    });
  }

  /** A stream of no known make, whose pieces were kept one by one. */
  streamed(pieces: Pieces): void {
    this.#end(() => {
      const kept = pieces.result();
      const merge = this.#operation.merge?.();
      if (kept instanceof Unrecorded || kept?.isText !== false || merge === undefined)
        return this.#call.miss(`output not recorded (${kept instanceof Unrecorded ? kept.reason : "an empty stream"})`);
      for (const piece of listOf(parseOrText(kept.text))) merge.add(piece);
      this.#tellMerged(merge);
    });
  }

  unseen(reason: string): void {
    this.#end(() => this.#call.miss(`output not recorded (${reason})`));
  }

  #tellMerged(merge: Merge): void {
    const { streamedUsage } = this.#operation;
    const told = this.#operation.response(merge.result(), this.#content);
    this.#tell(told);
    if (streamedUsage !== undefined && merge.isComplete && !hasTokens(told))
      this.#call.miss(`tokens not recorded (the stream told none: ask for them with ${streamedUsage})`);
    if (!merge.isComplete) this.#call.miss("output cut short (its stream was not read to its end)");
  }

  #tell({ attributes, missing, failure }: Told): void {
    this.#call.add(attributes);
    if (missing !== undefined) this.#call.miss(missing);
    if (failure === undefined) return;
    this.#call.add({ "error.type": failure.type });
    this.#call.fail(failure);
  }

  #fail(error: unknown): void {
    this.#call.add({ "error.type": errorType(error) });
    this.#call.fail(failureOf(error, this.#content));
  }

  #end(tell: () => void): void {
    this.#call.end(() => {
      tell();
      if (this.#content.isChanged) this.#call.add({ [own.redacted]: true });
      for (const reason of this.#content.missing) this.#call.miss(reason);
    });
  }
}
