import type { Turn } from "../test-case/turn.js";
import type { Abandonment } from "./abandonment.js";
import type { Channel } from "./channel.js";
import type { Clock } from "./clock.js";
import type { Job } from "./jobs.js";
import type { Limits } from "./loop.js";
import type { Tracing } from "./run-tracing.js";
import type { StoppingController } from "./stopping.js";
import type { User } from "./user.js";

/** What conversations are held with. */
export interface Ports {
  readonly channel: Channel;
  /** Asked once for each conversation. */
  readonly userFor: (job: Job) => User;
  readonly stoppingController?: StoppingController | undefined;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly abandonment: Abandonment;
  /** Absent: nothing is traced. */
  readonly tracing?: Tracing | undefined;
  /** Is told of every finished turn, in order: a journal hangs here. */
  readonly onTurn?: ((job: Job, turn: Turn, number: number) => void) | undefined;
}
