import { guardOutside, type SeamTool } from "../../test-case/tool-seam.js";
import { plannedError } from "../planned-error.js";
import { isWorldTool } from "../world/tool-function.js";
import { whyKept, type Guarded } from "./guard.js";
import { throwing } from "./outcomes.js";
import { sameKind } from "./same-kind.js";
import { outsideRefusal } from "./stray-messages.js";

/**
 * Refuses tools that are called in no conversation while one is under way that keeps them from being called: a call that
 * has lost its conversation on the way would else be real. `told` hears of each such call. Returns what ends it; where that is
 * forgotten, as by a run whose results are read no further, the guard ends with the next collection of garbage.
 */
export function refuseOutside(guarded: Guarded, told?: (name: string, why: string) => void): () => void {
  const end = guardOutside((tool, real) => {
    const why = isWorldTool(real) ? undefined : whyKept(tool, guarded);
    if (why === undefined) return undefined;
    told?.(tool.name, why);
    return refused(tool, real, why);
  });
  return endingWith(end);
}

/** What is returned is known to nobody else: the guard must not hold what its own end is known by. */
function endingWith(end: () => void): () => void {
  const stop = (): void => {
    forgotten.unregister(stop);
    end();
  };
  forgotten.register(stop, end, stop);
  return stop;
}

const forgotten = new FinalizationRegistry<() => void>((end) => end());

function refused<F extends object>({ name, failing = throwing, isAsync, note }: SeamTool, real: F, why: string): F {
  const answer = (): unknown => {
    note?.("refused");
    return failing(plannedError(outsideRefusal(name, why), { tool: name, by: "interceptTools" }));
  };
  return sameKind(real, isAsync, { late: undefined, answer }) as unknown as F;
}
