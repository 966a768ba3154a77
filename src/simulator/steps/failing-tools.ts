import { sameKind } from "../../environment/interception/same-kind.js";
import { plannedError } from "../../environment/planned-error.js";
import type { JsonValue } from "../../test-case/json.js";
import { toolSeam, withinUntilSettled, type ToolSeam } from "../../test-case/tool-seam.js";
import { isInserted, type Turn } from "../../test-case/turn.js";
import type { PlannedFailure } from "./step.js";

/** The failures of tools that a script plans for one reply. */
export class FailingTools {
  readonly #failures: readonly PlannedFailure[];
  readonly #taken = new Set<PlannedFailure>();

  constructor(failures: readonly PlannedFailure[]) {
    this.#failures = failures;
  }

  /** Those that are planned for the reply to the last of these turns. */
  static after(turns: readonly Turn[]): FailingTools {
    const planned = turns.at(-1)?.metadata?.failTools;
    return planned === undefined ? none : new FailingTools(failuresOf(planned));
  }

  /** Runs `work`, in which they fail. Without any it is just run. */
  within<T>(work: () => T): T {
    if (this.#failures.length === 0) return work();
    const outer = toolSeam();
    return withinUntilSettled(
      (isOver) => failing(this.#failures, this.#taken, { outer, isExchangeOver: isOver }),
      work,
    );
  }

  /** The turns of a reply, the last of them marked with what no call of a tool took, for the script to read. */
  marked(reply: readonly Turn[]): readonly Turn[] {
    if (this.#failures.length === 0) return reply;
    const left = this.#failures.filter((failure) => !this.#taken.has(failure));
    const last = reply.at(-1);
    if (left.length === 0 || last === undefined) return reply;
    const untaken = left.map(({ tool, step }) => ({ tool, ...(step !== undefined && { step }) }));
    return [
      ...reply.slice(0, -1),
      Object.freeze<Turn>({ ...last, metadata: { ...last.metadata, untakenFailures: untaken } }),
    ];
  }
}

const none = new FailingTools([]);

/** Those that nothing took in the reply before these turns end. */
export function untakenFailures(turns: readonly Turn[]): readonly PlannedFailure[] {
  const reply = turns.slice(turns.findLastIndex((turn) => turn.role === "user" && !isInserted(turn)) + 1);
  return reply.flatMap(({ metadata }) => failuresOf(metadata?.untakenFailures));
}

function failing(
  failures: readonly PlannedFailure[],
  taken: Set<PlannedFailure>,
  { outer, isExchangeOver }: { readonly outer: ToolSeam | undefined; readonly isExchangeOver: () => boolean },
): ToolSeam {
  const left = new Map(failures.map((failure) => [failure, failure.times ?? Infinity]));
  const isOver = (): boolean => (outer === undefined ? isExchangeOver() : outer.isOver?.() === true);
  return {
    isOver,
    inPlaceOf: (tool, real) => {
      const inner = outer === undefined ? real : outer.inPlaceOf(tool, real);
      if (isOver()) return inner;
      const failure = failures.find((each) => each.tool === tool.name && (left.get(each) ?? 0) > 0);
      if (failure === undefined) return inner;
      left.set(failure, (left.get(failure) ?? 0) - 1);
      taken.add(failure);
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

function failuresOf(planned: JsonValue | undefined): readonly PlannedFailure[] {
  const list: readonly unknown[] = Array.isArray(planned) ? planned : [];
  return list.filter(
    (each): each is PlannedFailure =>
      typeof each === "object" && each !== null && "tool" in each && typeof each.tool === "string",
  );
}
