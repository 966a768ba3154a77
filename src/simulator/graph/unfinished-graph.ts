import { counted } from "../../test-case/counted.js";
import type { EndReason } from "../../test-case/conversational-test-case.js";
import type { ScriptOutcome } from "../../test-case/script-outcome.js";
import type { Turn } from "../../test-case/turn.js";
import { nodeOf } from "./graph-state.js";

/** What cuts a conversation off, and is nobody's decision. */
const cuts: readonly EndReason["by"][] = ["cap", "loop", "budget"];

/**
 * What is to be said of a conversation that was cut off on its way through a graph which has terminal nodes: it never came
 * to one, so that what its golden asserts may hold for want of anything that happened. Undefined: it was not.
 */
export function unfinishedGraph(turns: readonly Turn[], { by, reason }: EndReason): ScriptOutcome | undefined {
  if (!cuts.includes(by)) return undefined;
  const last = turns.findLast((turn) => turn.metadata !== undefined && nodeOf(turn) !== null);
  const node = last === undefined ? null : nodeOf(last);
  if (node === null || last?.metadata?.terminalAhead !== true) return undefined;
  const spoken = turns.filter((turn) => nodeOf(turn) !== null);
  const since = spoken.length - 1 - spoken.findLastIndex(({ metadata }) => metadata?.node !== node);
  const stay =
    since > 1 ? `, and was entered ${counted(since, "time")} in a row, since none of its other edges fitted` : "";
  return {
    verdict: "errored",
    reason: `the conversation ended before a terminal node of its graph was reached: the last was "${node}"${stay}. ${reason}`,
  };
}
