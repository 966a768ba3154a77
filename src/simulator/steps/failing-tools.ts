import { sameKind } from "../../environment/interception/same-kind.js";
import type { JsonValue } from "../../test-case/json.js";
import { toolSeam, withinSeam, type ToolSeam } from "../../test-case/tool-seam.js";
import type { Turn } from "../../test-case/turn.js";
import type { ToolFailure } from "./step.js";

/** Runs `work`; tools that a script has fail after the last of these turns do so. Without any it is just run. */
export function withFailingTools<T>(turns: readonly Turn[], work: () => T): T {
  const planned = turns.at(-1)?.metadata?.failTools;
  return planned === undefined ? work() : withinSeam(failing(failuresOf(planned), toolSeam()), work);
}

function failing(failures: readonly ToolFailure[], outer: ToolSeam | undefined): ToolSeam {
  const left = new Map(failures.map((failure) => [failure, failure.times ?? Infinity]));
  return {
    inPlaceOf: (tool, real) => {
      const inner = outer === undefined ? real : outer.inPlaceOf(tool, real);
      const failure = failures.find((each) => each.tool === tool.name && (left.get(each) ?? 0) > 0);
      if (failure === undefined) return inner;
      left.set(failure, (left.get(failure) ?? 0) - 1);
      const { message = `${tool.name} failed` } = failure;
      const answer = (): unknown => {
        tool.note?.("failed");
        const error = new Error(message);
        if (tool.failing !== undefined) return tool.failing(error);
        throw error;
      };
      return sameKind(real, tool.isAsync, { late: undefined, answer }) as unknown as typeof real;
    },
  };
}

function failuresOf(planned: JsonValue): readonly ToolFailure[] {
  const list: readonly unknown[] = Array.isArray(planned) ? planned : [];
  return list.filter(
    (each): each is ToolFailure =>
      typeof each === "object" && each !== null && "tool" in each && typeof each.tool === "string",
  );
}
