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
  /** Undefined: it is told. Streams and promises that follow it may be kept for long, and what was asked and answered not. */
  #call: ExternalCall | undefined;
  readonly #operation: Operation;
  readonly #content: Content;

  constructor(call: ExternalCall, operation: Operation, content: Content) {
    this.#call = call;
    this.#operation = operation;
    this.#content = content;
  }

  within<T>(step: () => T): T {
    return this.#call === undefined ? step() : this.#call.within(step);
  }

  newMerge(): Merge | undefined {
    return this.#call?.isHeard === true ? this.#operation.merge?.() : undefined;
  }

  returned(answer: unknown): void {
    this.#end((call) => this.#tell(call, this.#operation.response(answer, this.#content)));
  }

  threw(error: unknown): void {
    this.#end((call) => this.#fail(call, error));
  }

  /** A stream of which nothing more will be read. */
  finished(merge: Merge): void {
    this.#end((call) => this.#tellMerged(call, merge));
  }

  /** What came before is what the caller saw. */
  broke(merge: Merge, error: unknown): void {
    this.#end((call) => {
      this.#tell(call, this.#operation.response(merge.result(), this.#content));
      this.#fail(call, error);
    });
  }

  /** A stream of no known make, whose pieces were kept one by one. */
  streamed(pieces: Pieces): void {
    this.#end((call) => {
      const kept = pieces.result();
      const merge = this.#operation.merge?.();
      if (kept instanceof Unrecorded || kept?.isText !== false || merge === undefined)
        return call.miss(`output not recorded (${kept instanceof Unrecorded ? kept.reason : "an empty stream"})`);
      for (const piece of listOf(parseOrText(kept.text))) merge.add(piece);
      this.#tellMerged(call, merge);
    });
  }

  unseen(reason: string): void {
    this.#end((call) => call.miss(`output not recorded (${reason})`));
  }

  #tellMerged(call: ExternalCall, merge: Merge): void {
    const { streamedUsage } = this.#operation;
    const told = this.#operation.response(merge.result(), this.#content);
    this.#tell(call, told);
    if (streamedUsage !== undefined && merge.isComplete && !hasTokens(told))
      call.miss(`tokens not recorded (the stream told none: ask for them with ${streamedUsage})`);
    if (!merge.isComplete) call.miss("output cut short (its stream was not read to its end)");
  }

  #tell(call: ExternalCall, { attributes, missing, failure }: Told): void {
    call.add(attributes);
    if (missing !== undefined) call.miss(missing);
    if (failure === undefined) return;
    call.add({ "error.type": failure.type });
    call.fail(failure);
  }

  #fail(call: ExternalCall, error: unknown): void {
    call.add({ "error.type": errorType(error) });
    call.fail(failureOf(error, this.#content));
  }

  #end(tell: (call: ExternalCall) => void): void {
    const call = this.#call;
    this.#call = undefined;
    call?.end(() => {
      tell(call);
      if (this.#content.isChanged) call.add({ [own.redacted]: true });
      for (const reason of this.#content.missing) call.miss(reason);
    });
  }
}
