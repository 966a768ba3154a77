import type { InterceptedCall } from "./intercepted-call.js";
import { CARRY } from "./rule-words.js";
import type { Stray } from "./strays.js";

const LONGEST = 200;

/** Arguments as they fit in a sentence. */
function shown(args: unknown): string {
  if (args === undefined) return "";
  const text = typeof args === "string" ? args : JSON.stringify(args);
  return ` ${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}`;
}

const wraps = (name: string): string =>
  `observe({ type: "tool", name: ${JSON.stringify(name)} }, …), interceptAISDKTools(tools), interceptLangChainTools(tools) or interceptMcpClient(client)`;

const unless = (name: string): string =>
  `If it may be called for real, say so: interceptTools({ ${quoted(name)}: pass }).`;

const quoted = (name: string): string => (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : JSON.stringify(name));

/** A call that is on record and never came by. */
export const strayMessage = ({ call: { name, inputParameters }, position, why }: Stray, turn: number): string =>
  `${name} was really called, past interception (turn ${String(turn)}, call ${String(position)}:${shown(inputParameters) || " arguments not recorded"}), although ${why}: what it does was done, and this conversation shows nothing. Wrap the tool, so that it can be intercepted: ${wraps(name)}. A tool that runs in another process, or at the model's provider, can't be: give it a backend for tests. ${unless(name)}`;

/** A call that was made in this process and in no conversation that goes on, while this one was under way. */
export const outsideMessage = (name: string, why: string, turn: number): string =>
  `${name} was called outside of every conversation, or in one that is over, while this one was under way (noticed in turn ${String(turn)}), and refused, since ${why}: it may be this agent's, so that this conversation shows nothing. ${CARRY} ${unless(name)}`;

/** What such a call is told. */
export const outsideRefusal = (name: string, why: string): string =>
  `${name} is switched off and did nothing: it was called outside of every conversation, or in one that is over, while one with interception was under way, and ${why}. ${CARRY} ${unless(name)}`;

/** A call that came by and that nothing was planned for. */
export const slipMessage = ({ name, did, args, ...call }: InterceptedCall, slip: string, turn: number): string =>
  `${name} ${did === "refused" ? "was refused" : "was really called"} (turn ${String(call.turn ?? turn)}:${shown(args) || " arguments not known"}): nothing is planned for it, but for ${slip}, which was not called. Is that a slip in the name? If not, plan something for ${name} too, as in interceptTools({ ${quoted(name)}: ${did === "refused" ? "refuse()" : "pass"} }).`;
