import { RehearsalError } from "../errors.js";
import { contextOf } from "../evaluation/invariants/invariant-context.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import { EvaluationDataset } from "../golden/evaluation-dataset.js";
import { rootSeed } from "../simulator/random.js";
import { asserting } from "./assert-no-violations.js";
import { checkReplay, replaySettings, type CommonSettings, type ReplayOptions } from "./fuzz-options.js";
import type { FoundViolation, FuzzResult } from "./fuzz-result.js";
import { holdScript } from "./hold.js";
import { inParallel } from "./in-parallel.js";
import { replayLine } from "./replay-line.js";
import { callsAreKnown, saysNothing, violationsIn } from "./judge.js";
import { scriptOf } from "../simulator/script/script.js";

/**
 * Holds conversations that `fuzz` found once more, as they are, and checks the invariants in them: a fault that is mended
 * stays mended. `file`: goldens with scripts, such as `fuzz` saves them; those without one are left out. `only`: the id of the
 * one to hold. Throws a {@link RehearsalError} where there is none to hold.
 *
 * @example
 * it("makes no mistake again", async () => (await replay({ agent, file: "goldens/found.yaml" })).assertNoViolations());
 */
export async function replay(
  given: ReplayOptions & { readonly file?: string; readonly only?: string },
): Promise<FuzzResult> {
  checkReplay(given);
  const { file, only, ...options } = given;
  const loaded = file === undefined ? [] : (await EvaluationDataset.load(file)).conversationalGoldens;
  const toHold = [...(options.goldens ?? []), ...loaded.filter((golden) => scriptOf(golden) !== undefined)];
  const settings = replaySettings({ ...options, goldens: toHold });
  const goldens = settings.goldens.filter(({ id }) => only === undefined || id === only);
  if (goldens.length === 0) {
    const ids = settings.goldens.map(({ id }) => id).join(", ");
    throw new RehearsalError("invalid_input", `replay: there is no golden "${only ?? ""}"; there are ${ids}.`);
  }
  const seed = rootSeed(undefined);
  const all = await inParallel(goldens, settings.maxConcurrent, (golden) =>
    hold(golden, settings, seed, loaded.some(({ id }) => id === golden.id) ? file : undefined),
  );
  const isTold = all.some(({ testCase }) => callsAreKnown(testCase));
  const errored = all.filter(({ testCase }) => saysNothing(testCase));
  return asserting({
    runs: all.length,
    errored: errored.length,
    seed,
    agentCalls: all.reduce((sum, { agentCalls }) => sum + agentCalls, 0),
    violations: all.flatMap(({ violations }, at) => violations.map((each) => ({ ...each, run: at + 1 }))),
    untold: isTold ? [] : settings.invariants.filter(({ needsCalls }) => needsCalls).map(({ name }) => name),
    firstError: errored[0]?.testCase.error,
  });
}

async function hold(
  golden: ConversationalGolden,
  { stage, invariants }: CommonSettings,
  seed: string,
  file: string | undefined,
) {
  const script = scriptOf(golden);
  if (script === undefined)
    throw new RehearsalError(
      "invalid_input",
      `replay: golden "${golden.id}" carries no script: metadata.script must hold { turns: [...] }, as fuzz writes it.`,
    );
  const { testCase, agentCalls } = await holdScript(stage, golden, { script, id: golden.id, seed });
  const found = saysNothing(testCase) ? [] : violationsIn(testCase, contextOf(golden, stage), invariants);
  const violations = found.map((violation): FoundViolation => ({
    ...violation,
    golden,
    script,
    testCase,
    run: 1,
    seen: 1,
    turnsBefore: script.turns.length,
    shrinks: 0,
    agentCalls,
    minimal: false,
    reproduced: true,
    ...(file !== undefined && { file }),
    replay: replayLine({ id: golden.id, file, stage }),
  }));
  return { testCase, agentCalls, violations };
}
