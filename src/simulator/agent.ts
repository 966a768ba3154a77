import type { World } from "../environment/world/world.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { Turn, TurnInput } from "../test-case/turn.js";

/** What the agent under test is given at each of its turns. */
export interface AgentInput {
  /** The user's latest words. Null where the agent speaks first. */
  readonly input: string | null;
  /** The conversation so far, the user's latest turn included. A copy that nothing else writes to. */
  readonly turns: readonly Turn[];
  /** Derived from seed and golden: the same in every run. */
  readonly threadId: string;
  readonly golden: ConversationalGolden;
  /** Fires at the deadline of the turn or of the conversation, or when the caller gives up. */
  readonly signal: AbortSignal;
  /**
   * W3C headers for an agent in another process: send them along, and its spans join the conversation. While an OTLP
   * receiver is open, a turn in which they were read waits for those spans.
   */
  readonly headers: { readonly traceparent: string; readonly baggage: string };
  /** The world of this conversation, with its tools, where the simulator has an `environment`. */
  readonly world?: World;
}

/**
 * The agent hangs up: the conversation ends for this reason (one sentence), after what else it says here, if anything.
 * `{ end: "why" }`, `{ content: "Goodbye.", end: "why" }`, or an assistant turn with `end`. The last part of a reply.
 */
export type HangUp = { readonly end: string } & (
  { readonly role?: "assistant"; readonly content?: string } | (TurnInput & { readonly role: "assistant" })
);

export type ReplyPart = string | TurnInput | HangUp;
/** Text, an assistant turn, a list of these, or an async iterable of these (pieces of text are joined). */
export type AgentReply = ReplyPart | readonly ReplyPart[] | AsyncIterable<ReplyPart>;

/** The agent under test. */
export type Agent = (input: AgentInput) => AgentReply | Promise<AgentReply>;
