import { contextOf } from "../evaluation/invariants/invariant-context.js";
import type { AnyGolden } from "../golden/any-golden.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import { happenedTurns } from "../test-case/agent-turns.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import type { FuzzSettings } from "./fuzz-options.js";
import type { FoundViolation } from "./fuzz-result.js";
import { holdScript } from "./hold.js";
import { keyOf, violationsIn, type Violation } from "./judge.js";
import { minimalGolden } from "./minimal-golden.js";
import { freeId } from "./keep-goldens.js";
import { replayLine } from "./replay-line.js";
import type { Script } from "../simulator/script/script.js";
import { shrink } from "./shrink/shrink.js";

/** A violation as it was found, in the least of the conversations that show it. */
export interface Finding {
  readonly golden: ConversationalGolden;
  readonly violation: Violation;
  readonly script: Script;
  readonly testCase: ConversationalTestCase;
  readonly run: number;
  readonly seen: number;
}

/** Conversations of a fuzz have threads of their own, so that one that is held again later meets no memory of them. */
export const threadSeed = (seed: string): string => `${seed}/fuzz`;

/** Makes of a finding the least conversation that shows it, and holds that once more. `saved`: what its file holds. */
export async function reduced(
  found: Finding,
  settings: FuzzSettings,
  saved: readonly AnyGolden[],
): Promise<FoundViolation> {
  const { golden, violation, run, seen } = found;
  const { stage, invariants, maxShrinkCalls } = settings;
  const context = contextOf(golden, stage);
  const invariant = invariants.filter(({ name }) => name === violation.invariant);
  const seed = threadSeed(settings.seed);
  let nth = 0;
  const hold = async (script: Script, of: ConversationalGolden, id: string) => {
    const held = await holdScript(stage, of, { script, id, seed });
    const again = violationsIn(held.testCase, context, invariant).find((each) => keyOf(each) === keyOf(violation));
    return { ...held, again };
  };
  const attempt = async (script: Script) => {
    if (stage.signal?.aborted === true) return { fails: false, agentCalls: 0 };
    nth += 1;
    const { again, agentCalls } = await hold(
      script,
      golden,
      `${golden.id}/${keyOf(violation)}/${String(run)}.${String(nth)}`,
    );
    return { fails: again !== undefined, agentCalls };
  };
  const spoken = asSpoken(found);
  const first = maxShrinkCalls === 0 ? { fails: false, agentCalls: 0 } : await attempt(spoken);
  // Of who agrees to nothing no words are left out, lest what is left agrees.
  const rest = { maxAgentCalls: maxShrinkCalls - first.agentCalls, words: golden.confirms !== false };
  const shrunk = first.fails
    ? await shrink(spoken, attempt, rest)
    : { script: spoken, tried: 0, agentCalls: 0, minimal: false };
  const made = minimalGolden(golden, shrunk.script, { violation, seed: settings.seed, run });
  const least = { ...made, id: freeId(made, saved) };
  const last = stage.signal?.aborted === true ? undefined : await hold(shrunk.script, least, least.id);
  const reproduced = last?.again !== undefined;
  const shown = last?.again ?? violation;
  return {
    ...shown,
    golden: {
      ...least,
      comments: minimalGolden(golden, shrunk.script, { violation: shown, seed: settings.seed, run }).comments ?? "",
    },
    script: shrunk.script,
    testCase: reproduced && last !== undefined ? last.testCase : found.testCase,
    run,
    seen,
    turnsBefore: found.script.turns.length,
    shrinks: shrunk.tried + (maxShrinkCalls === 0 ? 0 : 1),
    agentCalls: first.agentCalls + shrunk.agentCalls + (last?.agentCalls ?? 0),
    minimal: shrunk.minimal && reproduced && stage.signal?.aborted !== true,
    reproduced,
    ...(settings.save !== undefined && { file: settings.save }),
    replay: replayLine({ id: least.id, file: settings.save, agentModule: settings.agentModule, stage }),
  };
}

/** What the user really said until the violation, so that the words no longer depend on what the agent answers. */
function asSpoken({ script, testCase, violation }: Finding): Script {
  const lines = happenedTurns(testCase).filter(
    ({ turn, number }) => turn.role === "user" && number <= (violation.turn ?? Infinity),
  );
  if (lines.length === 0) return script;
  return { turns: lines.map(({ turn }) => ({ say: turn.content })), faults: script.faults, seed: 0 };
}
