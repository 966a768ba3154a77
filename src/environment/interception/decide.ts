import type { SeamTool } from "../../test-case/tool-seam.js";
import { faultFor, type Fault } from "../fault.js";
import type { InterceptPlan } from "./intercept-tools.js";
import { mayWrite } from "./may-write.js";
import { alsoKnownAs, overRefusal } from "./rule-words.js";
import type { Mock, Pass, Refuse, Rule } from "./rules.js";

/** The tool of the same name in the conversation's world is called. */
interface InWorld {
  readonly rule: "world";
}

export interface Decision {
  /** What goes wrong with the call. */
  readonly fault: Fault | undefined;
  readonly then: Mock | Pass | Refuse | InWorld;
}

export interface CallToDecide {
  readonly tool: Pick<SeamTool, "name" | "alsoNamed" | "doubt" | "kind" | "write">;
  /** Which call of the tool in this conversation it is, from 1. */
  readonly nth: number;
  readonly seed: string;
  /** Whether the conversation's world has a tool of that name. */
  readonly isInWorld: boolean;
  /** What else it is known by and kept away under, where nothing is said of its own name. Default: nothing. */
  readonly alias?: string | undefined;
}

const isLast = (rule: Rule): rule is Mock | Pass | Refuse => rule.rule !== "fault";

/**
 * What becomes of a call: by the rules of its name; else in the world; else it is refused if another name of its own is kept
 * away, or if it may write; else it passes.
 */
export function decide(plan: InterceptPlan, { tool, nth, seed, isInWorld, alias }: CallToDecide): Decision {
  const { name } = tool;
  const rules = plan.rules.get(name) ?? [];
  const end = rules.findIndex(isLast);
  const faults = rules.slice(0, end < 0 ? rules.length : end).filter((rule) => !isLast(rule));
  const fault = faultFor(faults, { tool: name, nth, seed });
  const last = rules[end];
  if (last !== undefined && isLast(last)) return { fault, then: last };
  if (isInWorld) return { fault, then: { rule: "world" } };
  if (alias !== undefined) return { fault, then: refused(alsoKnownAs(name, alias), "interceptTools") };
  const refusesIt = plan.writes === "refuse" && mayWrite(tool);
  return { fault, then: refusesIt ? { rule: "refuse", message: undefined, isDefault: true } : { rule: "pass" } };
}

/** What is planned for a conversation is planned for no other: what it keeps away is refused when it is over, all else passes. */
export function afterEnd({ then }: Decision, name: string): Decision {
  const kept = then.rule === "mock" || then.rule === "world";
  return { fault: undefined, then: kept ? refused(overRefusal(name), "a conversation that is over") : then };
}

const refused = (message: string, by: string): Refuse => ({ rule: "refuse", message, isDefault: true, by });
