import { sameKind } from "../../environment/interception/same-kind.js";
import { plannedError } from "../../environment/planned-error.js";
import type { JsonValue } from "../../test-case/json.js";
import { toolSeam, withinSeam, type ToolSeam } from "../../test-case/tool-seam.js";
import type { Turn } from "../../test-case/turn.js";
import type { PlannedFailure } from "./step.js";

/** Runs `work`; tools that a script has fail after the last of these turns do so. Without any it is just run. */
export function withFailingTools<T>(turns: readonly Turn[], work: () => T): T {
  const planned = turns.at(-1)?.metadata?.failTools;
  return planned === undefined ? work() : withinSeam(failing(failuresOf(planned), toolSeam()), work);
}

function failing(failures: readonly PlannedFailure[], outer: ToolSeam | undefined): ToolSeam {
  const left = new Map(failures.map((failure) => [failure, failure.times ?? Infinity]));
  return {
    inPlaceOf: (tool, real) => {
      const inner = outer === undefined ? real : outer.inPlaceOf(tool, real);
      const failure = failures.find((each) => each.tool === tool.name && (left.get(each) ?? 0) > 0);
      if (failure === undefined) return inner;
      left.set(failure, (left.get(failure) ?? 0) - 1);
      const { message = `${tool.name} failed`, step } = failure;
      const by = step === undefined ? "steps.inject" : `step ${String(step)}, steps.inject`;
      const answer = (_: unknown, args: unknown[]): unknown => {
        tool.note?.("failed");
        outer?.madeFail?.(tool, args);
        const error = plannedError(message, { tool: tool.name, by });
        if (tool.failing !== undefined) return tool.failing(error);
        throw error;
      };
      return sameKind(real, tool.isAsync, { late: undefined, answer }) as unknown as typeof real;
    },
  };
}

function failuresOf(planned: JsonValue): readonly PlannedFailure[] {
  const list: readonly unknown[] = Array.isArray(planned) ? planned : [];
  return list.filter(
    (each): each is PlannedFailure =>
      typeof each === "object" && each !== null && "tool" in each && typeof each.tool === "string",
  );
}
