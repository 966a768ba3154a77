import type { WorldSnapshot } from "../environment/world/snapshot.js";
import type { JsonValue } from "../test-case/json.js";
import type { Trace } from "../test-case/trace.js";
import { isInserted, type Turn } from "../test-case/turn.js";
import type { ModelSpending } from "./ceiling/spending.js";
import type { Job } from "./jobs.js";
import type { ConversationJournal, Past } from "./journal/journal.js";
import type { JournalStep } from "./journal/journal-entry.js";
import type { Ending, LoopAction, LoopState } from "./loop.js";
import type { Ports } from "./ports.js";

/** What happened in a conversation so far; kept in its journal as it happens, where there is one. */
export class ConversationLog {
  turns: readonly Turn[];
  /** Where the failure that ended the conversation was thrown. */
  place: string | undefined;
  finalState: JsonValue | undefined;
  stateChanged: boolean | undefined;
  readonly #job: Job;
  readonly #ports: Pick<Ports, "journal" | "onSpent">;
  #journal: ConversationJournal | undefined;
  #traces: readonly Trace[] = [];
  /** What was recorded since the last line of the journal. */
  #fresh: Trace | undefined;
  #userCalls: readonly ModelSpending[] = [];
  #asked: readonly number[] = [];
  #resumedAt: readonly number[] = [];
  /** An earlier run has heard the agent, and this one has not asked it yet. */
  #isTakenUp = false;

  constructor(job: Job, ports: Pick<Ports, "journal" | "onSpent">) {
    this.#job = job;
    this.#ports = ports;
    this.turns = job.golden.turns ?? [];
  }

  /** Opens the journal and takes over what is there. Undefined: none is kept. Throws where it can't be read. */
  open(): Past | undefined {
    this.#journal = this.#ports.journal?.(this.#job);
    const past = this.#journal?.past;
    if (past === undefined) return undefined;
    this.turns = [...this.turns, ...past.turns];
    this.#traces = past.traces;
    this.#asked = past.asked;
    this.#resumedAt = past.resumedAt;
    this.#isTakenUp = past.turns.some((turn) => turn.role === "assistant" && !isInserted(turn));
    this.place = past.end?.place;
    this.finalState = past.end?.finalState;
    this.stateChanged = past.end?.stateChanged;
    return past;
  }

  get traces(): readonly Trace[] {
    return this.#traces;
  }

  /** The turns for which the agent was asked more than once. */
  get askedAgain(): readonly number[] {
    const asked = this.#asked;
    return [...new Set(asked.filter((turn, at) => asked.indexOf(turn) < at))];
  }

  /** The turns with which a later run went on than the one that had asked the agent before. */
  get resumedAt(): readonly number[] {
    return [...new Set(this.#resumedAt)];
  }

  asking(turn: number): void {
    if (this.#journal === undefined) return;
    this.#journal.asking(turn, this.#isTakenUp);
    if (this.#isTakenUp) this.#resumedAt = [...this.#resumedAt, turn];
    this.#isTakenUp = false;
    this.#asked = [...this.#asked, turn];
  }

  /** Takes over the turns of the loop, and writes down those that are new. */
  went(state: LoopState, actions: readonly LoopAction[], world: WorldSnapshot | undefined): void {
    this.turns = state.turns;
    if (this.#journal === undefined) return;
    const { lastWords, hungUp } = state;
    const turns = actions.flatMap((action) => (action.type === "record" ? [action.turn] : []));
    if (turns.length === 0) return;
    this.#journal.step({
      turns,
      ...(lastWords !== null && { lastWords }),
      ...(hungUp !== null && { hungUp }),
      ...this.#callsSince(),
      ...(world !== undefined && { world }),
    });
  }

  /** What was recorded of a reply. Undefined: nothing is traced. */
  replied(trace: Trace | undefined): void {
    this.#ports.onSpent?.(this.#job, { by: "agent", trace });
    if (trace === undefined) return;
    this.#traces = [...this.#traces, trace];
    this.#fresh = trace;
  }

  spent(call: ModelSpending): void {
    this.#ports.onSpent?.(this.#job, { by: "user", call });
    this.#userCalls = [...this.#userCalls, call];
  }

  end(ending: Ending): void {
    const { place, finalState, stateChanged } = this;
    this.#journal?.end({
      end: ending,
      ...this.#callsSince(),
      ...(place !== undefined && { place }),
      ...(finalState !== undefined && { finalState }),
      ...(stateChanged !== undefined && { stateChanged }),
    });
  }

  close(): void {
    this.#journal?.close();
  }

  #callsSince(): Pick<JournalStep, "trace" | "userCalls"> {
    const trace = this.#fresh;
    const userCalls = this.#userCalls;
    this.#fresh = undefined;
    this.#userCalls = [];
    return { ...(trace !== undefined && { trace }), ...(userCalls.length > 0 && { userCalls }) };
  }
}
