import type { SeamTool } from "../../test-case/tool-seam.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import type { InterceptPlan } from "./intercept-tools.js";
import { mayWrite } from "./may-write.js";
import type { Rule } from "./rules.js";
import { isNamed, isSlipOf } from "./same-tool.js";

/** What a simulation keeps from being called as it is. */
export interface Guarded {
  readonly plan: InterceptPlan;
  /** Names of the tools of the conversation's world. */
  readonly inWorld: readonly string[];
}

type Named = Pick<ToolCall, "name" | "type"> & Pick<SeamTool, "alsoNamed" | "doubt" | "kind" | "write">;

const isLast = ({ rule }: Rule): boolean => rule !== "fault";
const keepsAway = ({ rule }: Rule): boolean => rule === "mock" || rule === "refuse";

/** Why a tool must not be called as it is, in words. Undefined: it may be; a fault that is planned for it keeps it from nothing. */
export function whyGuarded(call: Named, { plan, inWorld }: Guarded): string | undefined {
  const [rules] = [...plan.rules].flatMap(([name, given]) => (isNamed(call, name) ? [given] : []));
  const last = rules?.find(isLast);
  if (last !== undefined) return keepsAway(last) ? "interceptTools has a rule for it" : undefined;
  const own = inWorld.find((name) => isNamed(call, name));
  if (own !== undefined) return "the environment has it";
  const slip = slipFor(call.name, { plan, inWorld });
  if (slip !== undefined)
    return `it may be meant by ${slip}, ${inWorld.includes(slip) ? "a tool of the environment" : "which has a rule"}`;
  return plan.writes === "refuse" && mayWrite(call)
    ? 'it may write, and interceptTools has writes: "refuse"'
    : undefined;
}

/** The name that a tool without a rule may have been meant by. Undefined: none, or it may be called all the same. */
export function slipFor(name: string, { plan, inWorld }: Guarded): string | undefined {
  if (plan.rules.has(name) || inWorld.includes(name)) return undefined;
  const ruled = [...plan.rules].flatMap(([rule, rules]) => (rules.some(keepsAway) ? [rule] : []));
  return [...ruled, ...inWorld].find((each) => isSlipOf(name, each));
}

/** Whether a rule has that very name, or a tool of the world. */
export const isSaid = (name: string, { plan, inWorld }: Guarded): boolean =>
  plan.rules.has(name) || inWorld.includes(name);

/** The first other name of a tool under which it is kept from being called. What lets that one be called lets it not. */
export function keptAlias({ name, alsoNamed = [] }: SeamTool, { plan, inWorld }: Guarded): string | undefined {
  const isKept = (other: string): boolean => {
    const last = plan.rules.get(other)?.find(isLast);
    return last === undefined ? inWorld.includes(other) : keepsAway(last);
  };
  return alsoNamed.find((other) => other !== name && isKept(other));
}

/** The same of a tool that is about to be called in no conversation. */
export function whyKept(tool: SeamTool, guarded: Guarded): string | undefined {
  if (isSaid(tool.name, guarded)) return whyGuarded(tool, guarded);
  const alias = keptAlias(tool, guarded);
  if (alias !== undefined) return `it is also ${alias}, which is kept from being called`;
  if (tool.write === false || (tool.kind === "retriever" && tool.write !== true)) return undefined;
  return whyGuarded(tool, guarded);
}
