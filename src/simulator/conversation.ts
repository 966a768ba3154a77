import { RehearsalError } from "../errors.js";
import type { Stage } from "../environment/stage.js";
import type { WorldSnapshot } from "../environment/world/snapshot.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import type { JsonValue } from "../test-case/json.js";
import type { Trace } from "../test-case/trace.js";
import type { Turn } from "../test-case/turn.js";
import type { ModelSpending } from "./ceiling/spending.js";
import { askAgent, askController, askUser } from "./asking.js";
import { failureKindOf } from "./failure-kind.js";
import { finishedCase } from "./finished-case.js";
import type { Heard } from "./heard.js";
import type { Job } from "./jobs.js";
import type { ConversationJournal } from "./journal/journal.js";
import type { JournalStep } from "./journal/journal-entry.js";
import { begin, step, type Ending, type Limits, type LoopAction, type LoopState } from "./loop.js";
import type { Ports } from "./ports.js";
import { budgetFor } from "./stopping/budget.js";
import type { TracedConversation } from "./run-tracing.js";
import { describeThrown, placeOf } from "./thrown.js";
import type { User } from "./user.js";

/** Holds one conversation. Never rejects: whatever goes wrong is in the test case. */
export const converse = (job: Job, ports: Ports): Promise<ConversationalTestCase> =>
  new Conversation(job, ports).hold();

/** Does what the loop says: all that is decided is decided there. */
class Conversation {
  readonly #job: Job;
  readonly #ports: Ports;
  #traces: readonly Trace[] = [];
  /** What was recorded since the last line of the journal. */
  #fresh: Trace | undefined;
  #userCalls: readonly ModelSpending[] = [];
  #turns: readonly Turn[];
  #user: User | undefined;
  /** Where the failure that ended the conversation was thrown. */
  #place: string | undefined;
  #stage: Stage | undefined;
  #span: TracedConversation | undefined;
  #finalState: JsonValue | undefined;

  constructor(job: Job, ports: Ports) {
    this.#job = job;
    this.#ports = ports;
    this.#turns = job.golden.turns ?? [];
  }

  async hold(): Promise<ConversationalTestCase> {
    let journal: ConversationJournal | undefined;
    try {
      journal = this.#ports.journal?.(this.#job);
      return this.#finished(await this.#begunOrRestored(journal));
    } catch (thrown) {
      this.#place = placeOf(thrown);
      const isTold = thrown instanceof RehearsalError;
      const reason = isTold ? thrown.message : `Rehearsal itself failed: ${describeThrown(thrown)}`;
      return this.#finished({
        by: "error",
        reason,
        broke: true,
        failure: { party: "harness", kind: failureKindOf(thrown) },
      });
    } finally {
      journal?.close();
    }
  }

  async #begunOrRestored(journal: ConversationJournal | undefined): Promise<Ending> {
    const past = journal?.past;
    if (past !== undefined) {
      this.#turns = [...this.#turns, ...past.turns];
      this.#traces = past.traces;
      this.#place = past.end?.place;
    }
    const { reasonNotToBegin: reason } = this.#ports.abandonment;
    const end = past?.end ?? undefined;
    // What is finished is there, whoever has given up.
    if (end === undefined && reason !== null) {
      return { by: "abort", reason, broke: true, failure: { party: "caller", kind: "aborted" } };
    }
    this.#ports.onBegun?.(this.#job, past);
    if (end !== undefined) {
      this.#finalState = end.finalState;
      return end.end;
    }
    const ending = await this.#traced(journal);
    // What the caller gave up is not finished: it goes on when the journal is taken up again.
    if (ending.by !== "abort")
      journal?.end({
        end: ending,
        ...this.#callsSince(),
        ...(this.#place !== undefined && { place: this.#place }),
        ...(this.#finalState !== undefined && { finalState: this.#finalState }),
      });
    return ending;
  }

  /** Within a span of its own, where somebody looks at spans. */
  async #traced(journal: ConversationJournal | undefined): Promise<Ending> {
    const { golden, trial, threadId } = this.#job;
    this.#span = this.#ports.tracing?.startConversation?.({ conversationId: threadId, golden: golden.id, trial });
    let ending: Ending = { by: "error", reason: "Rehearsal itself failed", broke: true };
    try {
      return (ending = await this.#staged(journal));
    } finally {
      this.#span?.end(ending);
    }
  }

  /** The loop, with what surrounds the agent set up before it and taken down after it. */
  async #staged(journal: ConversationJournal | undefined): Promise<Ending> {
    this.#stage = this.#ports.stageFor?.(this.#job, journal?.past.world);
    if (this.#stage === undefined) return this.#loop(journal);
    let ending: Ending | undefined;
    try {
      ending = await this.#loop(journal);
    } finally {
      const report = this.#stage.close();
      this.#finalState = report.finalState;
      this.#ports.onStageClosed?.(report);
      const [mistake] = report.mistakes;
      if (mistake !== undefined) {
        const reason = `The environment is wrong, so that this conversation shows nothing: ${mistake}`;
        ending = { by: "error", reason, broke: true };
      }
    }
    return ending;
  }

  async #loop(journal: ConversationJournal | undefined): Promise<Ending> {
    const { clock, limits: given, stoppingController, onTurn } = this.#ports;
    const agentSpeaksFirst = this.#job.golden.persona?.speaksFirst === false;
    const controlled = stoppingController !== undefined;
    const seeded = this.#job.golden.turns ?? [];
    const past = journal?.past;
    const { isScripted = false, leads = false } = this.#traits();
    const budget = budgetFor(given.budget, this.#job.golden.budgets);
    const limits: Limits = { ...given, budget, circles: isScripted ? undefined : given.circles };
    const opening = { turns: seeded, past, agentSpeaksFirst, controlled, leads, limits };
    let { state, actions } = begin(opening, clock.now());
    for (;;) {
      this.#turns = state.turns;
      if (journal !== undefined) this.#record(journal, state, actions);
      let answer: Heard | undefined;
      for (const action of actions) {
        if (action.type === "end") return action.ending;
        if (action.type === "record") onTurn?.(this.#job, action.turn, action.number);
        else {
          const asked = this.#ask(action, state);
          answer = asked instanceof Promise ? await asked : asked;
        }
      }
      if (answer === undefined) throw new Error("the loop neither asked nor ended");
      this.#place = answer.place;
      if (answer.event.type === "replied") this.#stage?.endTurn(state.turns.length + 1);
      ({ state, actions } = step(state, answer.event, answer.at));
    }
  }

  #ask(action: Extract<LoopAction, { type: "ask" }>, state: LoopState): Heard | Promise<Heard> {
    switch (action.party) {
      case "controller":
        return askController(this.#job, this.#ports, state, action.dueInMs, (call) => this.#keepCall(call));
      case "user":
        return askUser(this.#job, this.#ports, state, action.dueInMs, {
          user: () => this.#theUser(),
          traces: this.#ports.tracing === undefined ? undefined : this.#traces,
          spent: (call) => this.#keepCall(call),
        });
      case "agent":
        return askAgent(this.#job, this.#ports, state, action, {
          stage: this.#stage,
          conversation: this.#span,
          keep: (trace) => this.#keep(trace),
        });
    }
  }

  #record(journal: ConversationJournal, { lastWords, hungUp }: LoopState, actions: readonly LoopAction[]): void {
    const turns = actions.flatMap((action) => (action.type === "record" ? [action.turn] : []));
    if (turns.length === 0) return;
    journal.step({
      turns,
      ...(lastWords !== null && { lastWords }),
      ...(hungUp !== null && { hungUp }),
      ...this.#callsSince(),
      ...this.#worldNow(),
    });
  }

  #worldNow(): { readonly world?: WorldSnapshot } {
    const world = this.#stage?.world?.snapshot as WorldSnapshot | undefined;
    return world === undefined ? {} : { world };
  }

  #keep(trace: Trace | undefined): void {
    this.#ports.onSpent?.(this.#job, { by: "agent", trace });
    if (trace === undefined) return;
    this.#traces = [...this.#traces, trace];
    this.#fresh = trace;
  }

  #keepCall(call: ModelSpending): void {
    this.#ports.onSpent?.(this.#job, { by: "user", call });
    this.#userCalls = [...this.#userCalls, call];
  }

  #callsSince(): Pick<JournalStep, "trace" | "userCalls"> {
    const trace = this.#fresh;
    const userCalls = this.#userCalls;
    this.#fresh = undefined;
    this.#userCalls = [];
    return { ...(trace !== undefined && { trace }), ...(userCalls.length > 0 && { userCalls }) };
  }

  /** What its user is like. One that can't be made fails where it is to speak. */
  #traits(): Pick<User, "isScripted" | "leads"> {
    try {
      return this.#theUser();
    } catch {
      return {};
    }
  }

  #theUser(): User {
    return (this.#user ??= this.#ports.userFor(this.#job));
  }

  #finished(ending: Ending): ConversationalTestCase {
    const traces = this.#ports.tracing === undefined ? undefined : this.#traces;
    return finishedCase(this.#job, {
      turns: this.#turns,
      traces,
      ending,
      place: this.#place,
      finalState: this.#finalState,
      replayedState: this.#ports.replayedState?.(this.#job),
    });
  }
}
