import { toolKey } from "../../test-case/tool-names.js";
import { mayAgree, sameArguments } from "./argument-keys.js";
import type { Execution } from "./executions.js";
import type { Request } from "./requests.js";

/** Calls that were asked for and calls that ran which may be the same, but for how their tool's name is written. */
export function namesakesOf(unmet: readonly Request[], executions: readonly Execution[]): readonly string[] {
  const free = executions.filter(({ taken, call }) => !taken && call.unnamed !== true);
  if (unmet.length === 0 || free.length === 0) return [];
  const byName = new Map<string, Execution[]>();
  for (const execution of free) {
    const name = toolKey(execution.call.name);
    byName.set(name, [...(byName.get(name) ?? []), execution]);
  }
  const found = unmet.flatMap((request) => {
    const asked = request.call.name;
    const other = byName
      .get(toolKey(asked))
      ?.find((execution) => asked !== execution.call.name && mayBe(request, execution));
    if (other === undefined) return [];
    const { name } = other.call;
    return [
      `"${asked}", which a model asked for, and "${name}", which ran, may be one tool: give observe the name "${asked}"`,
    ];
  });
  return [...new Set(found)];
}

const mayBe = ({ call, model }: Request, { call: ran, span }: Execution): boolean =>
  span.startTimeMs >= model.startTimeMs &&
  (sameArguments(call.inputParameters, ran.inputParameters) || mayAgree(call, ran));
