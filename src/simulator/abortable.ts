import { AsyncLocalStorage } from "node:async_hooks";

/**
 * What a call of foreign code is aborted by. Its listeners are foreign code as well, so that they run in the context in which
 * the signal was first read. Few read it, and a signal with its context costs as much as half the rest of a turn: they are
 * made when it is read.
 */
export class Abortable {
  #reason: Error | undefined;
  #controller: AbortController | undefined;
  #inContext: (<T>(work: () => T) => T) | undefined;

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      this.#inContext = AsyncLocalStorage.snapshot();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  abort(reason: Error): void {
    this.#reason ??= reason;
    const controller = this.#controller;
    if (controller !== undefined) this.#inContext?.(() => controller.abort(reason));
  }
}
