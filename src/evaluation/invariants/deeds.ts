import { happenedTurns } from "../../test-case/agent-turns.js";
import type { ConversationalTestCase } from "../../test-case/conversational-test-case.js";
import { knownCalls, type LocatedCall } from "../../test-case/located-calls.js";
import { callsWithSeeded, failed, succeeded, writesIn, type Writes } from "./calls.js";
import { agreedDeeds } from "./agreed-deeds.js";
import { claimsIn, isDeedOf, needsTool, nounClaimsIn, stemsOf, type Claim } from "./claims.js";
import type { InvariantContext } from "./invariant.js";
import { asksHowItStands, isOfOwnWords, isStatedDeed } from "./stated-deeds.js";

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
    const agreed = agreedDeeds(testCase.turns.slice(0, number - 1), tools);
    const plain = claimsIn(turn.content);
    const claims = plain.length > 0 ? plain : nounClaimsIn(turn.content, agreed.length > 0);
    return claims.flatMap((claim): readonly EmptyClaim[] => {
      const named = tools.filter((name) => isDeedOf(name, claim));
      const doing = named.length > 0 || claim.participle !== undefined ? named : agreed;
      const mayDo = (name: string): boolean => (doing.length > 0 ? doing.includes(name) : isWrite(name));
      const tried = before.filter(({ call }) => mayDo(call.name));
      if (tried.some(({ call }) => succeeded(call))) return [];
      const isOwn = claim.own && (doing.length > 0 || needsTool(claim));
      if (doing.length === 0 && isOfOwnWords(claim)) return [];
      const mayBeKnown = (): boolean => isKnownOf(claim, testCase, { number, calls: before, doing });
      if (!isOwn && (doing.length === 0 ? !isMadeUp(claim, testCase, number, before) : mayBeKnown())) return [];
      return [{ claim, turn: number, attempt: tried.findLast(({ call }) => failed(call)), tool: doing[0] }];
    });
  });
}

/** Where no known tool does it, somebody who has called nothing at all can know of no deed but by the user and the context. */
function isMadeUp(
  claim: Claim,
  testCase: ConversationalTestCase,
  number: number,
  calls: readonly LocatedCall[],
): boolean {
  if (!isStatedDeed(claim) || calls.some(({ call }) => succeeded(call))) return false;
  const said = testCase.turns.slice(0, number - 1).filter(({ role }) => role === "user");
  if (said.some(({ content }) => asksHowItStands(content))) return false;
  const [stem] = claim.participle === undefined ? [] : [claim.participle.slice(0, -2)];
  const isTold = (text: string): boolean => stem !== undefined && text.toLowerCase().includes(stem);
  if ((testCase.context ?? []).some(isTold)) return false;
  return !isKnownOf(claim, testCase, { number, calls, doing: [] });
}

interface Before {
  readonly number: number;
  readonly calls: readonly LocatedCall[];
  readonly doing: readonly string[];
}

/** The agent may repeat what a tool told it, or the user: "Your order has already been refunded." */
function isKnownOf({ participle, text }: Claim, { turns }: ConversationalTestCase, { number, calls, doing }: Before) {
  if (/\balready\b/.test(text)) return true;
  const stems = participle === undefined ? doing.flatMap(stemsOf) : [participle.slice(0, -1)];
  const says = (said: string): boolean => stems.some((stem) => said.toLowerCase().includes(stem));
  if (calls.some(({ call }) => succeeded(call) && says(JSON.stringify(call.output ?? null)))) return true;
  // A wish for a refund, or an error of the tool for it, says nothing of one that was made.
  if (participle === undefined) return false;
  if (calls.some(({ call }) => says(JSON.stringify(call.output ?? null)) || says(call.error ?? ""))) return true;
  return turns.slice(0, number - 1).some(({ role, content }) => role === "user" && says(content));
}
