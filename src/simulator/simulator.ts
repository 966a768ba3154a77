import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import type { Estimate } from "./ceiling/estimate.js";
import { settingsOf, type ConversationSimulatorOptions, type Settings } from "./options.js";
import type { SimulateOptions } from "./simulate-options.js";
import type { SimulatorInternals } from "./simulate.js";

/**
 * Holds conversations between simulated users and the agent under test.
 *
 * ```ts
 * const simulator = new ConversationSimulator({ agent: ({ input, threadId }) => answer(input, threadId) });
 * const testCases = await simulator.simulate({ conversationalGoldens: dataset.goldens });
 * ```
 */
export class ConversationSimulator {
  readonly #settings: Settings;
  readonly #internals: SimulatorInternals;

  /** Throws a RehearsalError where an option is missing or wrong. */
  constructor(options: ConversationSimulatorOptions = {}, internals: SimulatorInternals = {}) {
    this.#settings = settingsOf(options, internals.env);
    this.#internals = internals;
  }

  /**
   * Resolves to a test case for every golden and trial, in the order of the goldens. A conversation that breaks off
   * has an `error` and its turns so far, and harms no other. Rejects only where the arguments are wrong, or the
   * model that is to play the users can't be asked; before any conversation begins.
   */
  async simulate(options: SimulateOptions): Promise<ConversationalTestCase[]> {
    const { simulate } = await import("./simulate.js");
    return simulate(options, this.#settings, this.#internals);
  }

  /**
   * The same conversations, each as soon as it ends, for runs too large to be held in memory: nothing is kept of what
   * was read, and no conversation is begun while the reader is busy. Whoever stops reading ends those under way.
   *
   * ```ts
   * for await (const testCase of simulator.stream({ conversationalGoldens })) await save(testCase);
   * ```
   */
  async *stream(options: SimulateOptions): AsyncGenerator<ConversationalTestCase, void, undefined> {
    const { stream } = await import("./simulate.js");
    yield* stream(options, this.#settings, this.#internals);
  }

  /**
   * What `simulate` would take with these options, as ranges with what they rest on: conversations, turns, calls, tokens
   * and cost, by the goldens alone. Nothing is called.
   */
  async estimate(options: SimulateOptions): Promise<Estimate> {
    const { estimate } = await import("./simulate.js");
    return estimate(options, this.#settings, this.#internals);
  }
}
