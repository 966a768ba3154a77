import { guardOutside, type SeamTool } from "../../test-case/tool-seam.js";
import { plannedError } from "../planned-error.js";
import { isWorldTool } from "../world/tool-function.js";
import { whyKept, type Guarded } from "./guard.js";
import { throwing } from "./outcomes.js";
import { sameKind } from "./same-kind.js";
import { outsideRefusal } from "./stray-messages.js";

/**
 * Refuses tools that are called in no conversation while one is under way that keeps them from being called: a call that
 * has lost its conversation on the way would else be real. `told` hears of each such call. Returns what ends it.
 */
export function refuseOutside(guarded: Guarded, told?: (name: string, why: string) => void): () => void {
  return guardOutside((tool, real) => {
    const why = isWorldTool(real) ? undefined : whyKept(tool, guarded);
    if (why === undefined) return undefined;
    told?.(tool.name, why);
    return refused(tool, real, why);
  });
}

function refused<F extends object>({ name, failing = throwing, isAsync, note }: SeamTool, real: F, why: string): F {
  const answer = (): unknown => {
    note?.("refused");
    return failing(plannedError(outsideRefusal(name, why), { tool: name, by: "interceptTools" }));
  };
  return sameKind(real, isAsync, { late: undefined, answer }) as unknown as F;
}
