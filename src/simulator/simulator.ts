import { RehearsalError } from "../errors.js";
import type { AnyGolden } from "../golden/any-golden.js";
import {
  conversationalGoldenSchema,
  type ConversationalGolden,
  type ConversationalGoldenInput,
} from "../golden/conversational-golden.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import type { LoadOpenAI } from "../models/openai-client.js";
import { parse } from "../test-case/schema.js";
import { Abandonment } from "./abandonment.js";
import { systemClock } from "./clock.js";
import { converse } from "./conversation.js";
import { CompletionHook, type OnSimulationComplete } from "./completion-hook.js";
import { userChooser } from "./default-user.js";
import { jobsOf } from "./jobs.js";
import { loadTracing } from "./load-tracing.js";
import type { Tracing } from "./run-tracing.js";
import {
  positiveInteger,
  refuseUnknown,
  settingsOf,
  type ConversationSimulatorOptions,
  type Settings,
} from "./options.js";
import type { Ports } from "./ports.js";
import { textChannel } from "./text-channel.js";

/** What a test hands in instead of the process's own. */
export interface SimulatorInternals {
  readonly loadTracing?: () => Promise<Tracing | undefined>;
  readonly warn?: (message: string) => void;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly loadOpenAI?: LoadOpenAI;
}

export interface SimulateOptions {
  /**
   * What to simulate, parsed or as written; the `goldens` of a dataset will do, if all are conversations. A golden with
   * `trials` is held that often.
   */
  readonly conversationalGoldens: readonly (AnyGolden | ConversationalGoldenInput)[];
  /** The most user turns that are generated in a conversation; turns of the golden are free. Default: 10. */
  readonly maxUserSimulations?: number;
  /**
   * Called once for each conversation as it ends, in any order; `index` is its place in the result. If it throws or
   * rejects, that is told by a warning of the process and no result is lost.
   */
  readonly onSimulationComplete?: OnSimulationComplete;
  /** Ends the conversations of this call. */
  readonly signal?: AbortSignal;
}

const simulateOptions = [
  "conversationalGoldens",
  "maxUserSimulations",
  "onSimulationComplete",
  "signal",
] as const satisfies readonly (keyof SimulateOptions)[];

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
   * model that the environment names to play the user can't be asked; before any conversation begins.
   */
  async simulate(options: SimulateOptions): Promise<ConversationalTestCase[]> {
    const { agent, stoppingController, seed, signal, turnTimeoutMs, conversationTimeoutMs, clock } = this.#settings;
    refuseUnknown(options, simulateOptions);
    const maxUserSimulations = positiveInteger("maxUserSimulations", options.maxUserSimulations, 10);
    const jobs = jobsOf(parsedGoldens(options.conversationalGoldens), seed);
    const userFor = await userChooser(this.#settings, this.#internals);
    const { default: pLimit } = await import("p-limit");
    const tracing = await (this.#internals.loadTracing ?? loadTracing)();
    const abandonment = new Abandonment([signal, options.signal]);
    const ports: Ports = {
      channel: textChannel(agent),
      userFor: (job) => userFor(job.golden),
      stoppingController,
      limits: { maxUserSimulations, turnTimeoutMs, conversationTimeoutMs },
      clock,
      abandonment,
      tracing,
    };
    const hook = new CompletionHook(options.onSimulationComplete, {
      clock,
      timeoutMs: turnTimeoutMs,
      warn: this.#internals.warn,
    });
    const limit = pLimit(this.#settings.maxConcurrent);
    const testCases = await Promise.all(
      jobs.map((job, index) =>
        limit(async () => {
          // Where neither user nor agent ever waits, timers and the caller's signal would be heard only at the end.
          if (clock === systemClock) await new Promise(setImmediate);
          const testCase = await converse(job, ports);
          hook.call(testCase, index);
          return testCase;
        }),
      ),
    );
    abandonment.dispose();
    await hook.settled();
    return testCases;
  }
}

function parsedGoldens(goldens: unknown): ConversationalGolden[] {
  if (Array.isArray(goldens)) return goldens.map(parsedGolden);
  throw new RehearsalError(
    "invalid_input",
    `simulate: conversationalGoldens must be a list of goldens, for example dataset.goldens; got ${typeof goldens}.`,
  );
}

function parsedGolden(golden: unknown, at: number): ConversationalGolden {
  const given = typeof golden === "object" && golden !== null ? golden : {};
  const id = "id" in given && typeof given.id === "string" ? ` ("${given.id}")` : "";
  const what = `golden ${String(at + 1)}${id}`;
  if (!("input" in given) || "scenario" in given) return parse(conversationalGoldenSchema, golden, what);
  throw new RehearsalError(
    "invalid_input",
    `${what} is a single question (it has input and no scenario), which is not simulated. ` +
      "Simulate dataset.conversationalGoldens, and assert single questions with evaluate or assertTest.",
  );
}
