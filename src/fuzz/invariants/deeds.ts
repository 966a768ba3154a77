import { happenedTurns } from "../../test-case/agent-turns.js";
import type { ConversationalTestCase } from "../../test-case/conversational-test-case.js";
import { knownCalls, type LocatedCall } from "../../test-case/located-calls.js";
import { callsWithSeeded, failed, succeeded, writesIn, type Writes } from "./calls.js";
import { claimsIn, isDeedOf, needsTool, type Claim } from "./claims.js";
import type { InvariantContext } from "./invariant.js";

/** A claim that no successful call bears out. */
export interface EmptyClaim {
  readonly claim: Claim;
  readonly turn: number;
  /** The last call that tried to do it and failed. Undefined: there was none. */
  readonly attempt: LocatedCall | undefined;
  /** The tool that would do it. Undefined: none is known. */
  readonly tool: string | undefined;
}

/**
 * The claims of the agent to have done something that no successful call in or before the turn does. It is held to what it
 * says of itself ("I have refunded"); what was done by whomever ("has been refunded") counts where a known tool does that
 * and neither the user nor a tool has spoken of it before. Where no known tool does it, any call that writes bears it out.
 */
export function emptyClaims(
  testCase: ConversationalTestCase,
  context: InvariantContext,
  writes: Writes | undefined,
): readonly EmptyClaim[] {
  if (!knownCalls(testCase).complete) return [];
  const isWrite = writesIn(context, writes);
  const calls = callsWithSeeded(testCase);
  const tools = [...new Set([...context.tools.keys(), ...calls.map(({ call }) => call.name)])].filter(isWrite);
  return happenedTurns(testCase).flatMap(({ turn, number }): readonly EmptyClaim[] => {
    if (turn.role !== "assistant") return [];
    const before = calls.filter((each) => (each.turn ?? 0) <= number);
    return claimsIn(turn.content).flatMap((claim): readonly EmptyClaim[] => {
      const doing = tools.filter((name) => isDeedOf(name, claim));
      const mayDo = (name: string): boolean => (doing.length > 0 ? doing.includes(name) : isWrite(name));
      const tried = before.filter(({ call }) => mayDo(call.name));
      if (tried.some(({ call }) => succeeded(call))) return [];
      const isOwn = claim.own && (doing.length > 0 || needsTool(claim));
      if (!isOwn && (doing.length === 0 || isKnownOf(claim, testCase, { number, calls: before }))) return [];
      return [{ claim, turn: number, attempt: tried.findLast(({ call }) => failed(call)), tool: doing[0] }];
    });
  });
}

/** The agent may repeat what a tool told it, or the user: "Your order has already been refunded." */
function isKnownOf(
  { participle, text }: Claim,
  { turns }: ConversationalTestCase,
  { number, calls }: { readonly number: number; readonly calls: readonly LocatedCall[] },
): boolean {
  const says = (said: string): boolean => said.toLowerCase().includes(participle.slice(0, -1));
  if (/\balready\b/.test(text)) return true;
  if (calls.some(({ call }) => says(JSON.stringify(call.output ?? null)) || says(call.error ?? ""))) return true;
  return turns.slice(0, number - 1).some(({ role, content }) => role === "user" && says(content));
}
