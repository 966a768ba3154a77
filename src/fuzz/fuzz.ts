import { messageOf } from "../errors.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import { contextOf, toolsOf } from "../evaluation/invariants/invariant-context.js";
import { randomFor } from "../simulator/random.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import { plainScripts, scripts } from "./arbitraries/conversations.js";
import { asserting } from "./assert-no-violations.js";
import { fastCheck, type FastCheck } from "./fast-check.js";
import { fuzzSettings, type FuzzOptions, type FuzzSettings } from "./fuzz-options.js";
import type { FuzzResult } from "./fuzz-result.js";
import { holdScript, type Held } from "./hold.js";
import { inParallel } from "./in-parallel.js";
import { callsAreKnown, keyOf, saysNothing, violationsIn } from "./judge.js";
import { goldensIn, keepGoldens } from "./keep-goldens.js";
import { reduced, threadSeed, type Finding } from "./reduce.js";
import type { Script } from "../simulator/script/script.js";

/** A test hands in another. */
export interface FuzzInternals {
  readonly loadFastCheck?: () => FastCheck;
}

/** So many are held before it is looked whether there are violations enough: not by `maxConcurrent`, so that it changes nothing. */
const BATCH = 20;

interface Run {
  readonly number: number;
  readonly golden: ConversationalGolden;
  readonly script: Script;
}

/**
 * Looks for faults of an agent by itself: holds conversations that are made from goldens at random, but by a seed, checks
 * invariants in each, and shrinks what breaks one to the fewest turns, words and faults of tools. The same seed finds the
 * same, whatever `maxConcurrent` is. Needs fast-check, and no model: a {@link RehearsalError} of code `missing_package`
 * says so where it is not installed. Options that make no sense reject likewise, as `invalid_input`.
 *
 * An agent with a memory by thread should be a new one for each call: the threads of a seed are the same every time.
 *
 * @example
 * const result = await fuzz({ agent, goldens: dataset.conversationalGoldens, save: "goldens/found.yaml" });
 * result.assertNoViolations();
 */
export async function fuzz(options: FuzzOptions, internals: FuzzInternals = {}): Promise<FuzzResult> {
  const settings = fuzzSettings(options);
  const fc = (internals.loadFastCheck ?? fastCheck)();
  const { stage, seed, invariants, maxConcurrent, maxViolations, save } = settings;
  // Better now than when all is found, and lost.
  const saved = save === undefined ? [] : await goldensIn(save);
  const runs = runsOf(fc, settings);
  const findings = new Map<string, Finding>();
  const state = { held: 0, errored: 0, agentCalls: 0, told: 0, firstError: undefined as string | undefined };
  const isOver = (): boolean => stage.signal?.aborted === true || findings.size >= maxViolations;
  for (let at = 0; at < runs.length && !isOver(); at += BATCH) {
    const batch = runs.slice(at, at + BATCH);
    const all = await inParallel(batch, maxConcurrent, async (run) =>
      isAborted(settings) ? undefined : hold(run, settings),
    );
    for (const [index, held] of all.entries()) {
      const run = batch[index];
      if (run === undefined || held === undefined || isCut(held.testCase)) continue;
      const { testCase, agentCalls } = held;
      state.held += 1;
      state.agentCalls += agentCalls;
      if (saysNothing(testCase)) {
        state.errored += 1;
        state.firstError ??= testCase.error;
        continue;
      }
      if (callsAreKnown(testCase)) state.told += 1;
      note(findings, run, testCase, settings);
    }
  }
  const found = [...findings.values()].slice(0, maxViolations);
  const violations = await inParallel(found, maxConcurrent, (finding) => reduced(finding, settings, saved));
  if (save !== undefined)
    await keepGoldens(
      save,
      violations.map(({ golden }) => golden),
    );
  return asserting({
    runs: state.held,
    errored: state.errored,
    seed,
    agentCalls: violations.reduce((sum, each) => sum + each.agentCalls, state.agentCalls),
    violations,
    untold: state.told > 0 ? [] : invariants.filter(({ needsCalls }) => needsCalls).map(({ name }) => name),
    ...(isAborted(settings) && { aborted: messageOf(stage.signal?.reason) }),
    firstError: state.firstError,
  });
}

const isAborted = ({ stage }: FuzzSettings): boolean => stage.signal?.aborted === true;
/** The caller's signal ended it halfway. */
const isCut = ({ failure }: ConversationalTestCase): boolean => failure?.kind === "aborted";

/** The scripts of a golden hang on the seed and its id alone, so that another golden beside it changes none of them. */
function runsOf(fc: FastCheck, { goldens, runs, seed, maxTurns, tools, stage }: FuzzSettings): readonly Run[] {
  const each = Math.ceil(runs / goldens.length);
  const samples = goldens.map((golden, at) => {
    const named = [
      ...toolsOf(golden),
      ...Object.keys(stage.environment?.tools ?? {}),
      ...(stage.intercept?.rules.keys() ?? []),
    ];
    const faulty = [...new Set(tools === undefined ? named : tools.length === 0 ? [] : [...named, ...tools])];
    const numeric = Math.floor(randomFor(seed, "fuzz", golden.id, at)() * 2 ** 31);
    const plain = plainScripts(golden, { maxTurns, tools: faulty }).slice(0, each);
    if (plain.length === each) return plain;
    const drawn = fc.sample(scripts(fc, golden, { maxTurns, tools: faulty }), {
      seed: numeric,
      numRuns: each - plain.length,
    });
    return [...plain, ...drawn];
  });
  return Array.from({ length: runs }, (_, index) => index).flatMap((index) => {
    const golden = goldens[index % goldens.length];
    const script = samples[index % goldens.length]?.[Math.floor(index / goldens.length)];
    return golden === undefined || script === undefined ? [] : [{ number: index + 1, golden, script }];
  });
}

const hold = ({ number, golden, script }: Run, { stage, seed }: FuzzSettings): Promise<Held> =>
  holdScript(stage, golden, { script, id: `${golden.id}/${String(number)}`, seed: threadSeed(seed) });

/** Of the conversations that show the same fault the shortest is the easiest to shrink. */
function note(
  findings: Map<string, Finding>,
  run: Run,
  testCase: ConversationalTestCase,
  settings: FuzzSettings,
): void {
  const { number, golden, script } = run;
  for (const violation of violationsIn(testCase, contextOf(golden, settings.stage), settings.invariants)) {
    const key = `${golden.id}\n${keyOf(violation)}`;
    const before = findings.get(key);
    const seen = (before?.seen ?? 0) + 1;
    const isBetter = before === undefined || (violation.turn ?? Infinity) < (before.violation.turn ?? Infinity);
    findings.set(key, isBetter ? { golden, violation, script, testCase, run: number, seen } : { ...before, seen });
  }
}
