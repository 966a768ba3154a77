import { emptyClaims } from "./deeds.js";
import type { Writes } from "./calls.js";
import type { Invariant } from "./invariant.js";

/**
 * The agent says to have done only what a call did, in that turn or before it. English only: what is not read as a claim is
 * none. `writes`: which tools do something; see `noRepeatedWrites`.
 */
export const noClaimsWithoutCalls = ({ writes }: { readonly writes?: Writes } = {}): Invariant => ({
  name: "no-claims-without-calls",
  needsCalls: true,
  check(testCase, context) {
    const found = emptyClaims(testCase, context, writes).find(({ attempt }) => attempt === undefined);
    if (found === undefined) return null;
    const { claim, turn, tool } = found;
    const lacking = tool === undefined ? "no tool that does anything was called" : `${tool} was not called`;
    return { turn, about: tool ?? claim.participle, message: `the agent says "${claim.text}", and ${lacking}` };
  },
});
