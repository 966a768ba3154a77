import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import { withinOpenSeam } from "../test-case/tool-seam.js";
import { beside } from "./beside.js";
import { brokenOff } from "./broken-case.js";
import { ConversationLog } from "./conversation-log.js";
import { finishedCase } from "./finished-case.js";
import { lateEnd } from "./got-past.js";
import type { Job } from "./jobs.js";
import type { Past } from "./journal/journal.js";
import type { Ending } from "./loop.js";
import { markUserFaults, type Finished } from "./mark-user-faults.js";
import type { Ports } from "./ports.js";
import { talk, type Talk } from "./talk.js";
import { placeOf } from "./place-of.js";
import type { User } from "./user.js";

/** Holds one conversation. Never rejects: whatever goes wrong is in the test case. */
export const converse = (job: Job, ports: Ports): Promise<ConversationalTestCase> =>
  new Conversation(job, ports).hold();

/** A conversation with what is around it: its journal, its span, its stage. */
class Conversation {
  readonly #job: Job;
  readonly #ports: Ports;
  readonly #log: ConversationLog;
  #user: User | undefined;

  constructor(job: Job, ports: Ports) {
    this.#job = job;
    this.#ports = ports;
    this.#log = new ConversationLog(job, ports);
  }

  async hold(): Promise<ConversationalTestCase> {
    try {
      const ending = await this.#begunOrRestored();
      return this.#finished(await markUserFaults(this.#job.golden, { turns: this.#log.turns, ending }, this.#traits()));
    } catch (thrown) {
      this.#log.place = placeOf(thrown);
      return this.#finished({ turns: this.#log.turns, ending: brokenOff(thrown) });
    } finally {
      this.#log.close();
    }
  }

  async #begunOrRestored(): Promise<Ending> {
    const past = this.#log.open();
    const { reasonNotToBegin: reason } = this.#ports.abandonment;
    const end = past?.end?.end;
    // What is finished is there, whoever has given up.
    if (end === undefined && reason !== null) {
      return { by: "abort", reason, broke: true, failure: { party: "caller", kind: "aborted" } };
    }
    this.#ports.onBegun?.(this.#job, past);
    if (end !== undefined) return end;
    const ending = await this.#traced(past);
    // What the caller gave up is not finished: it goes on when the journal is taken up again.
    if (ending.by !== "abort") this.#log.end(ending);
    return ending;
  }

  /** Within a span of its own, where somebody looks at spans. */
  async #traced(past: Past | undefined): Promise<Ending> {
    const { golden, trial, threadId } = this.#job;
    const about = { conversationId: threadId, golden: golden.id, trial };
    const span = this.#ports.tracing?.startConversation?.(about);
    let ending: Ending = { by: "error", reason: "Rehearsal itself failed", broke: true };
    try {
      return (ending = await this.#staged(past, span));
    } finally {
      span?.end(ending);
    }
  }

  /** With what surrounds the agent set up before and taken down afterwards. */
  async #staged(past: Past | undefined, span: Talk["span"]): Promise<Ending> {
    const stage = this.#ports.stageFor?.(this.#job, past?.world);
    const user = (): User => this.#theUser();
    const talking = { job: this.#job, ports: this.#ports, log: this.#log, user, past, span };
    if (stage === undefined) return withinOpenSeam(() => talk({ ...talking, traits: this.#traits(), stage }));
    const traits = beside(stage, () => this.#traits());
    let ending: Ending | undefined;
    try {
      ending = await talk({ ...talking, traits, stage });
    } finally {
      const report = stage.close();
      this.#log.finalState = report.finalState;
      this.#log.stateChanged = report.stateChanged;
      this.#ports.onStageClosed?.(report);
      if (ending?.broke === false) ending = lateEnd(stage, this.#log.turns.length) ?? ending;
      const [mistake] = report.mistakes;
      if (mistake !== undefined) {
        const reason = `The environment is wrong, so that this conversation shows nothing: ${mistake}`;
        ending = { by: "error", reason, broke: true, failure: { party: "environment", kind: "setup" } };
      }
    }
    return ending;
  }

  /** What its user is like. One that can't be made fails where it is to speak. */
  #traits(): Pick<User, "isScripted" | "leads" | "vouchesFor" | "scriptTurns"> {
    try {
      return this.#theUser();
    } catch {
      return { vouchesFor: "everything" };
    }
  }

  #theUser(): User {
    return (this.#user ??= this.#ports.userFor(this.#job));
  }

  #finished({ turns, ending }: Finished): ConversationalTestCase {
    const { traces, place, finalState, stateChanged, askedAgain, resumedAt } = this.#log;
    return finishedCase(this.#job, {
      turns,
      ending,
      traces: this.#ports.tracing === undefined ? undefined : traces,
      place,
      finalState,
      stateChanged,
      askedAgain,
      resumedAt,
      replayedState: this.#ports.replayedState?.(this.#job),
    });
  }
}
