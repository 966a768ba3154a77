import type { RunStore } from "../run/run-store.js";

/** The runs under way, by the ids that spans from elsewhere may carry. */
export class OpenRuns {
  readonly #byTrace = new Map<string, RunStore>();
  readonly #byId = new Map<string, RunStore>();
  readonly #byConversation = new Map<string, RunStore[]>();

  constructor(runs: Iterable<RunStore>) {
    for (const run of runs) {
      const { traceId, runId, conversationId } = run.ids;
      this.#byTrace.set(traceId, run);
      this.#byId.set(runId, run);
      if (conversationId === undefined) continue;
      const others = this.#byConversation.get(conversationId);
      if (others === undefined) this.#byConversation.set(conversationId, [run]);
      else others.push(run);
    }
  }

  ofTrace(traceId: string): RunStore | undefined {
    return this.#byTrace.get(traceId);
  }

  withId(runId: string): RunStore | undefined {
    return this.#byId.get(runId);
  }

  /** Usually one: the turn that the conversation is at. */
  ofConversation(conversationId: string): readonly RunStore[] {
    return this.#byConversation.get(conversationId) ?? [];
  }
}
