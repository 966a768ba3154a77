import type { Turn } from "../test-case/turn.js";
import type { AgentInput } from "./agent.js";
import type { Clock } from "./clock.js";

/** What came back for one turn of the user. */
export interface Exchange {
  /** Checked and frozen, in order; none only where the agent hung up without a word. */
  readonly turns: readonly Turn[];
  /** Why the agent hung up, after these turns. Absent: it did not. */
  readonly end?: string | undefined;
  /** When the reply began, on the clock: its first text, or what it consisted of at once. */
  readonly begunAt: number;
}

/**
 * How the user's words reach the agent and its reply comes back: as text here, by a call in `src/voice`. It may be used
 * by many conversations at once; what belongs to one is found by `input.threadId`.
 */
export interface Channel {
  /** Throws or rejects where the agent fails, and where what it answers is no reply. Stops when `input.signal` fires. */
  exchange(input: AgentInput, clock: Clock): Exchange | Promise<Exchange>;
}
