import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import type { Trace } from "../test-case/trace.js";
import type { Turn } from "../test-case/turn.js";
import { askAgent, askController, askUser } from "./asking.js";
import { finishedCase } from "./finished-case.js";
import type { Heard } from "./heard.js";
import type { Job } from "./jobs.js";
import { begin, step, type Ending, type LoopAction, type LoopState } from "./loop.js";
import type { Ports } from "./ports.js";
import { describeThrown, placeOf } from "./thrown.js";
import type { User } from "./user.js";

/** Holds one conversation. Never rejects: whatever goes wrong is in the test case. */
export const converse = (job: Job, ports: Ports): Promise<ConversationalTestCase> =>
  new Conversation(job, ports).hold();

/** Does what the loop says: all that is decided is decided there. */
class Conversation {
  readonly #job: Job;
  readonly #ports: Ports;
  readonly #traces: Trace[] = [];
  #turns: readonly Turn[];
  #user: User | undefined;
  /** Where the failure that ended the conversation was thrown. */
  #place: string | undefined;

  constructor(job: Job, ports: Ports) {
    this.#job = job;
    this.#ports = ports;
    this.#turns = job.golden.turns ?? [];
  }

  async hold(): Promise<ConversationalTestCase> {
    const { why } = this.#ports.abandonment;
    if (why !== null) {
      const reason = `The caller aborted the simulation before this conversation began: ${why}`;
      return this.#finished({ by: "abort", reason, broke: true });
    }
    try {
      return this.#finished(await this.#loop());
    } catch (thrown) {
      this.#place = placeOf(thrown);
      return this.#finished({ by: "error", reason: `Rehearsal itself failed: ${describeThrown(thrown)}`, broke: true });
    }
  }

  async #loop(): Promise<Ending> {
    const { clock, limits, stoppingController, onTurn } = this.#ports;
    const agentSpeaksFirst = this.#job.golden.persona?.speaksFirst === false;
    const controlled = stoppingController !== undefined;
    let { state, actions } = begin({ turns: this.#turns, agentSpeaksFirst, controlled, limits }, clock.now());
    for (;;) {
      this.#turns = state.turns;
      let answer: Heard | undefined;
      for (const action of actions) {
        if (action.type === "end") return action.ending;
        if (action.type === "record") onTurn?.(this.#job, action.turn, action.number);
        else answer = await this.#ask(action, state);
      }
      if (answer === undefined) throw new Error("the loop neither asked nor ended");
      this.#place = answer.place;
      ({ state, actions } = step(state, answer.event, answer.at));
    }
  }

  #ask(action: Extract<LoopAction, { type: "ask" }>, state: LoopState): Promise<Heard> {
    switch (action.party) {
      case "controller":
        return askController(this.#job, this.#ports, state, action.dueInMs);
      case "user":
        return askUser(this.#job, this.#ports, state, action.dueInMs, () => this.#theUser());
      case "agent":
        return askAgent(this.#job, this.#ports, state, action, (trace) => this.#traces.push(trace));
    }
  }

  #theUser(): User {
    return (this.#user ??= this.#ports.userFor(this.#job));
  }

  #finished(ending: Ending): ConversationalTestCase {
    const traces = this.#ports.tracing === undefined ? undefined : this.#traces;
    return finishedCase(this.#job, { turns: this.#turns, traces, ending, place: this.#place });
  }
}
