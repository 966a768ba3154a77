import type { Stage, StageReport } from "../environment/stage.js";
import type { WorldSnapshot } from "../environment/world/snapshot.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import type { RetrieverTools } from "../tracing/reading/build-trace.js";
import type { Turn } from "../test-case/turn.js";
import type { Abandonment } from "./abandonment.js";
import type { Channel } from "./channel.js";
import type { Clock } from "./clock.js";
import type { Job } from "./jobs.js";
import type { ConversationJournal, Past } from "./journal/journal.js";
import type { Limits } from "./loop.js";
import type { Spending } from "./progress/run-watch.js";
import type { Tracing } from "./run-tracing.js";
import type { StoppingController } from "./stopping.js";
import type { User, UserModels } from "./user.js";

/** What conversations are held with. */
export interface Ports {
  readonly channel: Channel;
  /** Asked once for each conversation. */
  readonly userFor: (job: Job) => User;
  /** For users that are given none of their own. */
  readonly models?: UserModels | undefined;
  readonly stoppingController?: StoppingController | undefined;
  readonly limits: Limits;
  /** The caller set the cap of user turns, which then holds for scripts too: else each is said to its end. Absent means false. */
  readonly capsScripts?: boolean;
  readonly clock: Clock;
  readonly abandonment: Abandonment;
  /** Absent: nothing is traced. */
  readonly tracing?: Tracing | undefined;
  readonly retrieverTools?: RetrieverTools | undefined;
  /** Opens the record of a conversation, which goes on from what is there. Absent: none is kept. */
  readonly journal?: ((job: Job) => ConversationJournal) | undefined;
  /** What surrounds the agent in a conversation: a world that goes on from a snapshot, real tools kept away. Absent: nothing. */
  readonly stageFor?: ((job: Job, from: WorldSnapshot<unknown> | undefined) => Stage | undefined) | undefined;
  /** The state that the golden's own actions lead to, where it has any and there is a world to run them in. */
  readonly replayedState?: ((job: Job) => ConversationalTestCase["replayedState"]) | undefined;
  /** Is told what is left of it when a conversation is over. */
  readonly onStageClosed?: ((report: StageReport) => void) | undefined;
  /** Is told of every finished turn, in order. */
  readonly onTurn?: ((job: Job, turn: Turn, number: number) => void) | undefined;
  /** Is told of a conversation that begins, goes on, or is there already, with what its journal holds. */
  readonly onBegun?: ((job: Job, past: Past | undefined) => void) | undefined;
  /** Is told of every reply of the agent and every call of the user's model, with what is known of its price. */
  readonly onSpent?: ((job: Job, spending: Spending) => void) | undefined;
}
