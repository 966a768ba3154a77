import type { CaseResult } from "../evaluation/run-record.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import { CASSETTES_DIRECTORY } from "./cassette-flags.js";
import { replayCommand, type ReplayRequest } from "./replay-command.js";
import type { SimulateFlags } from "./simulate-flags.js";
import { isUnfinished } from "./unfinished.js";

export interface RunAsked extends Pick<ReplayRequest, "dataset" | "agent"> {
  readonly flags: SimulateFlags;
}

/** Tells by which command the conversation of a result is held again, alone and just as it was. Undefined: there is none. */
export function replaysOf(
  goldens: readonly ConversationalGolden[],
  { dataset, agent, flags }: RunAsked,
): (result: CaseResult) => string | undefined {
  const repeated = new Set(goldens.flatMap(({ id, trials = 1 }) => (trials > 1 ? [id] : [])));
  return ({ goldenId, trial, testCase }) => {
    if (goldenId === undefined || !("seed" in testCase) || testCase.seed === undefined) return undefined;
    // With its run it goes on.
    if (isUnfinished(testCase)) return undefined;
    const isOne = flags.trial === undefined && !repeated.has(goldenId);
    const which = isOne ? undefined : trial;
    return replayCommand({ dataset, agent, goldenId, seed: testCase.seed, trial: which, options: carriedOver(flags) });
  };
}

/** The flags that change what happens in a conversation. */
const carriedOver = ({
  user,
  trials,
  maxTurns,
  turnTimeout,
  cassettes,
  recordCassettes,
  replay,
  writes,
}: SimulateFlags): ReplayRequest["options"] => ({
  user,
  // How many there are is a part of what cassettes hold.
  trials: trials?.toString(),
  "max-turns": maxTurns?.toString(),
  "turn-timeout": turnTimeout?.toString(),
  // What has just been recorded is not asked for again.
  cassettes: cassettes ?? (recordCassettes === true ? CASSETTES_DIRECTORY : undefined),
  replay,
  writes,
});
