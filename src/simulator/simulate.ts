import { RehearsalError } from "../errors.js";
import { conversationalGoldenSchema, type ConversationalGolden } from "../golden/conversational-golden.js";
import type { LoadOpenAI } from "../models/openai-client.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import { parse } from "../test-case/schema.js";
import { Abandonment } from "./abandonment.js";
import { recorderOf } from "./cassettes.js";
import { CompletionHook, warnProcess } from "./completion-hook.js";
import { converse } from "./conversation.js";
import { userChooser } from "./default-user.js";
import { jobsOf, type Job } from "./jobs.js";
import { journalOf } from "./journal/journal-option.js";
import { loadTracing } from "./load-tracing.js";
import { positiveInteger, refuseUnknown, type Settings } from "./options.js";
import { pooled } from "./pool.js";
import type { Estimate } from "./ceiling/estimate.js";
import { estimateRun } from "./ceiling/estimate-run.js";
import { checkedPrices } from "./ceiling/prices.js";
import { watchRun } from "./progress/watch-run.js";
import type { Ports } from "./ports.js";
import type { Later, Screen } from "./progress/indicator.js";
import type { Tracing } from "./run-tracing.js";
import { simulateOptions, type SimulateOptions } from "./simulate-options.js";
import { stagingOf } from "./staging.js";
import { textChannel } from "./text-channel.js";
import { controllerOf, userModels } from "./user-models.js";

/** What a test hands in instead of the process's own. */
export interface SimulatorInternals {
  readonly loadTracing?: () => Promise<Tracing | undefined>;
  readonly warn?: (message: string) => void;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly loadOpenAI?: LoadOpenAI;
  /** Where progress is shown. Default: standard error. */
  readonly screen?: Screen;
  /** When it is shown. Default: by the time of the world. */
  readonly later?: Later;
}

/** Does what `ConversationSimulator.simulate` says. */
export async function simulate(
  options: SimulateOptions,
  settings: Settings,
  internals: SimulatorInternals,
): Promise<ConversationalTestCase[]> {
  const testCases: ConversationalTestCase[] = [];
  for await (const { index, result } of held(options, settings, internals)) testCases[index] = result;
  return testCases;
}

/** Does what `ConversationSimulator.stream` says. */
export async function* stream(
  options: SimulateOptions,
  settings: Settings,
  internals: SimulatorInternals,
): AsyncGenerator<ConversationalTestCase, void, undefined> {
  for await (const { result } of held(options, settings, internals)) yield result;
}

/** Does what `ConversationSimulator.estimate` says. */
export function estimate(options: SimulateOptions, settings: Settings, { env }: SimulatorInternals): Estimate {
  refuseUnknown(options, simulateOptions);
  return estimateRun(
    {
      goldens: parsedGoldens(options.conversationalGoldens),
      maxUserSimulations: positiveInteger("maxUserSimulations", options.maxUserSimulations, 10),
      prices: options.prices === undefined ? {} : checkedPrices(options.prices, "simulate: prices"),
    },
    settings,
    env,
  );
}

async function* held(
  options: SimulateOptions,
  settings: Settings,
  internals: SimulatorInternals,
): AsyncGenerator<{ readonly index: number; readonly result: ConversationalTestCase }, void, undefined> {
  const { agent, stopping, seed, signal, turnTimeoutMs, conversationTimeoutMs, clock } = settings;
  refuseUnknown(options, simulateOptions);
  const maxUserSimulations = positiveInteger("maxUserSimulations", options.maxUserSimulations, 10);
  const jobs = jobsOf(parsedGoldens(options.conversationalGoldens), seed, onlyTrial(options.trial));
  const journal = journalOf(options.journal);
  const recorder = await recorderOf(options.cassettes);
  const { minUserTurns = 0, budget, circles } = stopping;
  if (minUserTurns > maxUserSimulations) throw tooFew(minUserTurns, maxUserSimulations);
  const models = userModels(settings, { ...internals, recorder });
  const userFor = await userChooser(settings, { ...internals, recorder, models });
  const { unused: unusedRules, ...staging } = await stagingOf(settings);
  const tracing = await (internals.loadTracing ?? loadTracing)();
  const reader = new AbortController();
  const watch = watchRun(options, { total: jobs.length, clock, ...internals });
  const abandonment = new Abandonment([signal, options.signal, reader.signal], watch?.signal);
  const ports: Ports = {
    channel: textChannel(agent),
    userFor: (job) => userFor(job.golden),
    models,
    stoppingController: controllerOf(stopping, models),
    limits: { maxUserSimulations, turnTimeoutMs, conversationTimeoutMs, minUserTurns, budget, circles },
    clock,
    abandonment,
    tracing,
    retrieverTools: settings.retrieverTools,
    journal,
    ...staging,
    ...watch?.ports,
  };
  const hook = new CompletionHook(options.onSimulationComplete, {
    clock,
    timeoutMs: turnTimeoutMs,
    warn: internals.warn,
  });
  const work = async (job: Job, index: number): Promise<ConversationalTestCase> => {
    // Where neither user nor agent ever waits, timers and the caller's signal would be heard only at the end.
    if (clock.isSystem === true) await new Promise(setImmediate);
    const hold = () => converse(job, ports);
    const testCase = await (recorder === undefined ? hold() : recorder.around(job, hold));
    watch?.finished(job, testCase);
    hook.call(testCase, index);
    return testCase;
  };
  try {
    yield* pooled(jobs, settings.maxConcurrent, work);
  } finally {
    // Nothing is under way any more, unless the results were read no further.
    reader.abort(new RehearsalError("aborted", "the results were read no further"));
    abandonment.dispose();
    watch?.over();
    await hook.settled();
    const { warn = warnProcess } = internals;
    for (const message of [...unusedRules(), recorder?.unused() ?? []].flat()) warn(message);
  }
}

const tooFew = (min: number, max: number): RehearsalError =>
  new RehearsalError(
    "invalid_input",
    `simulate: minUserTurns is ${String(min)}, and no more than ${String(max)} user turns are made (maxUserSimulations).`,
  );

const onlyTrial = (trial: number | undefined): number | undefined =>
  trial === undefined ? undefined : positiveInteger("trial", trial, 1);

function parsedGoldens(goldens: unknown): ConversationalGolden[] {
  // Not by its map, which would leave out what was never set.
  if (Array.isArray(goldens)) return Array.from(goldens, parsedGolden);
  throw new RehearsalError(
    "invalid_input",
    `simulate: conversationalGoldens must be a list of goldens, for example dataset.goldens; got ${typeof goldens}.`,
  );
}

function parsedGolden(golden: unknown, at: number): ConversationalGolden {
  const { id, question } = glanceAt(golden);
  const what = `golden ${String(at + 1)}${id === null ? "" : ` ("${id}")`}`;
  if (!question) return parse(conversationalGoldenSchema, golden, what);
  throw new RehearsalError(
    "invalid_input",
    `${what} is a single question (it has input and no scenario), which is not simulated. ` +
      "Simulate dataset.conversationalGoldens, and assert single questions with evaluate or assertTest.",
  );
}

/** Enough to name it; what can't be read is told when it is parsed. */
function glanceAt(golden: unknown): { readonly id: string | null; readonly question: boolean } {
  try {
    const given = typeof golden === "object" && golden !== null ? golden : {};
    const id = "id" in given && typeof given.id === "string" ? given.id : null;
    return { id, question: "input" in given && !("scenario" in given) };
  } catch {
    return { id: null, question: false };
  }
}
