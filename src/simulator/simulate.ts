import { RehearsalError } from "../errors.js";
import { conversationalGoldenSchema, type ConversationalGolden } from "../golden/conversational-golden.js";
import type { LoadOpenAI } from "../models/openai-client.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import { repliesOf } from "../test-case/agent-turns.js";
import { parse } from "../test-case/schema.js";
import { described } from "../test-case/unknown-option.js";
import { blindText, countBlind } from "./stopping/budget.js";
import type { CassetteMode } from "../models/cassette/mode.js";
import type { Stage } from "../environment/stage.js";
import { Abandonment } from "./abandonment.js";
import { beside } from "./beside.js";
import { brokenCase } from "./broken-case.js";
import { recorderOf } from "./cassettes.js";
import { CompletionHook, warnProcess } from "./completion-hook.js";
import { converse } from "./conversation.js";
import { userChooser } from "./default-user.js";
import { jobsOf, type Job } from "./jobs.js";
import { journalsOf } from "./journal/journal-option.js";
import { givenBack } from "./journal/given-back.js";
import { loadTracing } from "./load-tracing.js";
import { abortSignal, positiveInteger, type Settings } from "./options.js";
import { pooled } from "./pool.js";
import type { Estimate } from "./ceiling/estimate.js";
import { checkedCeiling } from "./ceiling/ceiling.js";
import { estimateRun, modelsAsked } from "./ceiling/estimate-run.js";
import { checkedPrices, type Prices } from "./ceiling/prices.js";
import { assertPriced } from "./ceiling/uncosted.js";
import { watchRun } from "./progress/watch-run.js";
import type { Ports } from "./ports.js";
import type { Later, Screen } from "./progress/indicator.js";
import type { Tracing } from "./run-tracing.js";
import { checkOptions } from "./check-options.js";
import type { SimulateOptions } from "./simulate-options.js";
import { playedScript, type ScriptFor } from "./script/played-script.js";
import { stagingOf } from "./staging.js";
import { textChannel } from "./text-channel.js";
import { controllerOf, userModels } from "./user-models.js";
import { handOut, withLateCalls } from "./with-late-calls.js";

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
  /** Whether goldens without another user are played by the scripts that they carry. Default: true. */
  readonly playScripts?: boolean;
  /** Is told the mode of the cassettes where nothing in a whole run came by one. */
  readonly idleCassettes?: (mode: CassetteMode) => void;
  /** Is told how many conversations the journal had finished already. Default: a warning. */
  readonly givenBack?: (conversations: number) => void;
}

/** Does what `ConversationSimulator.simulate` says. */
export async function simulate(
  options: SimulateOptions,
  settings: Settings,
  internals: SimulatorInternals,
): Promise<ConversationalTestCase[]> {
  const testCases: ConversationalTestCase[] = [];
  for await (const { index, result } of held(options, settings, internals)) testCases[index] = result;
  // While others were held, agents of the first may have gone on.
  return (await Promise.all(testCases.map((testCase) => withLateCalls(testCase)))).map(handOut);
}

/** Does what `ConversationSimulator.stream` says. */
export async function* stream(
  options: SimulateOptions,
  settings: Settings,
  internals: SimulatorInternals,
): AsyncGenerator<ConversationalTestCase, void, undefined> {
  for await (const { result } of held(options, settings, internals)) yield handOut(result);
}

/** Does what `ConversationSimulator.estimate` says. */
export function estimate(options: SimulateOptions, settings: Settings, internals: SimulatorInternals): Estimate {
  checkOptions(options);
  return estimateRun(
    {
      goldens: parsedGoldens(options.conversationalGoldens),
      maxUserSimulations: positiveInteger("maxUserSimulations", options.maxUserSimulations, 10),
      capsScripts: options.maxUserSimulations !== undefined,
      prices: pricesOf(options),
    },
    settings,
    scriptsOf(settings, internals),
    internals.env,
  );
}

async function* held(
  options: SimulateOptions,
  settings: Settings,
  internals: SimulatorInternals,
): AsyncGenerator<{ readonly index: number; readonly result: ConversationalTestCase }, void, undefined> {
  const { agent, stopping, seed, signal, turnTimeoutMs, conversationTimeoutMs, clock } = settings;
  checkOptions(options);
  abortSignal(options.signal);
  const maxUserSimulations = positiveInteger("maxUserSimulations", options.maxUserSimulations, 10);
  const goldens = parsedGoldens(options.conversationalGoldens);
  const jobs = jobsOf(goldens, seed, onlyTrial(options.trial));
  const scriptFor = scriptsOf(settings, internals);
  const scripts = { goldens, scriptFor };
  const recorder = await recorderOf(options.cassettes);
  // What a cassette answers costs nothing.
  if (checkedCeiling("maxCost", options.maxCost) !== undefined && recorder?.replays !== true)
    assertPriced(modelsAsked(goldens, settings, scriptFor, internals.env), pricesOf(options));
  const { minUserTurns = 0, budget, circles } = stopping;
  if (minUserTurns > maxUserSimulations) throw tooFew(minUserTurns, maxUserSimulations);
  const models = userModels(settings, internals);
  const choose = () => userChooser(settings, { ...internals, recorder, models }, scripts);
  const userFor = await (recorder?.preparing(choose) ?? choose());
  const { unused: unusedRules, guard, ...staging } = await stagingOf({ ...settings, ...scripts });
  const tracing = await (internals.loadTracing ?? loadTracing)();
  const reader = new AbortController();
  const watch = watchRun(options, { total: jobs.length, clock, ...internals });
  const abandonment = new Abandonment([signal, options.signal, reader.signal], watch?.signal);
  const journals = journalsOf(options.journal);
  const restored = new Set<Job>();
  const blind = new Map<string, number>();
  const ports: Ports = {
    channel: textChannel(agent),
    userFor: (job) => userFor(job.golden),
    models,
    stoppingController: controllerOf(stopping, models),
    capsScripts: options.maxUserSimulations !== undefined,
    limits: {
      maxUserSimulations,
      scriptTurns: undefined,
      turnTimeoutMs,
      conversationTimeoutMs,
      minUserTurns,
      budget,
      circles,
    },
    clock,
    abandonment,
    tracing,
    retrieverTools: settings.retrieverTools,
    journal: journals && ((job) => journals.open(job)),
    ...staging,
    ...watch?.ports,
    onBegun: (job, past) => {
      if (past !== undefined && past.end !== null) restored.add(job);
      watch?.ports.onBegun?.(job, past);
    },
  };
  const hook = new CompletionHook(options.onSimulationComplete, {
    clock,
    timeoutMs: turnTimeoutMs,
    signals: [signal, options.signal],
    abandonment,
    warn: internals.warn,
  });
  const work = async (job: Job, index: number): Promise<ConversationalTestCase> => {
    // Where neither user nor agent ever waits, timers and the caller's signal would be heard only at the end.
    if (clock.isSystem === true) await new Promise(setImmediate);
    let stage: Stage | undefined;
    const stageFor: Ports["stageFor"] = (...given) => (stage = staging.stageFor?.(...given));
    const hold = () => converse(job, { ...ports, stageFor });
    const testCase = await (recorder === undefined ? hold() : recorder.around(job, hold)).then(
      (held) => withLateCalls(held, stage),
      (thrown: unknown) => brokenCase(job, thrown),
    );
    watch?.finished(job, testCase);
    if (budget !== undefined && repliesOf(testCase).length > 0) countBlind(blind, budget, testCase.traces ?? []);
    beside(stage, () => hook.call(testCase, index));
    return testCase;
  };
  const stopGuarding = guard();
  try {
    yield* pooled(jobs, settings.maxConcurrent, work);
  } finally {
    // Nothing is under way any more, unless the results were read no further.
    reader.abort(new RehearsalError("aborted", "the results were read no further"));
    watch?.over();
    await hook.settled();
    abandonment.dispose();
    stopGuarding();
    journals?.close();
    const { warn = warnProcess } = internals;
    const idle = recorder?.idle();
    if (idle !== undefined) internals.idleCassettes?.(idle);
    if (journals !== undefined && restored.size > 0)
      (internals.givenBack ?? ((count) => warn(givenBack(count, jobs.length, journals.directory))))(restored.size);
    const told = [...unusedRules(), ...(recorder?.warnings() ?? []), ...[blindText(blind) ?? []].flat()];
    for (const message of told) warn(message);
  }
}

const pricesOf = ({ prices }: Pick<SimulateOptions, "prices">): Prices =>
  prices === undefined ? {} : checkedPrices(prices, "simulate: prices");

/** Scripts are played where no other user is asked for; `scriptUser` is one that plays them. */
const scriptsOf = ({ user }: Settings, { playScripts = true }: SimulatorInternals): ScriptFor =>
  (user === undefined ? playScripts : "playsScripts" in user) ? playedScript : () => undefined;

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
    `simulate: conversationalGoldens must be a list of goldens, for example dataset.conversationalGoldens; got ${described(goldens)}.`,
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
