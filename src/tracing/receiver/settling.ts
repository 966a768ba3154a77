import { quietly } from "../faults.js";
import type { RunStore } from "../run/run-store.js";
import type { ReceiverSettings } from "./receiver-options.js";
import type { Quiet } from "./quiet.js";
import type { Uploads } from "./uploads.js";

interface Wait {
  /** Something has come for the run. */
  heard(): void;
  end(): void;
}

export interface SettlingPorts extends Pick<ReceiverSettings, "settleMs" | "clock"> {
  readonly quiet: Quiet;
  readonly uploads: Uploads;
  /** Whether all that came for the run so far looks whole. */
  readonly isWhole: (run: RunStore) => boolean;
}

/** What lies in a socket is read within a few turns of the event loop, which a busy process may owe. */
const LOOP_TURNS = 5;

/** Runs that wait for their spans. */
export class Settling {
  readonly #ports: SettlingPorts;
  readonly #waits = new Map<RunStore, Wait>();

  constructor(ports: SettlingPorts) {
    this.#ports = ports;
  }

  /**
   * Resolves when what has come looks whole, nothing has come for a while, and no export is on its way that was so by then;
   * or at the deadline.
   */
  settle(run: RunStore): Promise<void> {
    const { settleMs, clock } = this.#ports;
    return new Promise((resolve) => {
      const look = new QuietLook(run, this.#ports, () => wait.end());
      const cancelDeadline = clock.setTimeout(() => void caughtUp().then(() => wait.end()), settleMs);
      const wait: Wait = {
        heard: () => look.heard(),
        end: () => {
          look.cancel();
          cancelDeadline();
          if (this.#waits.get(run) === wait) this.#waits.delete(run);
          resolve();
        },
      };
      this.#waits.set(run, wait);
      if (run.received.size > 0) wait.heard();
    });
  }

  heard(run: RunStore): void {
    this.#waits.get(run)?.heard();
  }

  /** Ends the wait of a run, or of all. */
  leave(run?: RunStore): void {
    for (const [waiting, wait] of [...this.#waits]) if (run === undefined || run === waiting) wait.end();
  }
}

/** Looks at a run whenever nothing has come for it for a while. */
class QuietLook {
  readonly #run: RunStore;
  readonly #ports: SettlingPorts;
  readonly #done: () => void;
  #cancel: (() => void) | undefined;
  #times = 0;

  constructor(run: RunStore, ports: SettlingPorts, done: () => void) {
    this.#run = run;
    this.#ports = ports;
    this.#done = done;
  }

  heard(): void {
    this.cancel();
    this.#cancel = this.#ports.clock.setTimeout(() => void this.#look(), this.#ports.quiet.ms);
  }

  cancel(): void {
    this.#times += 1;
    this.#cancel?.();
  }

  async #look(): Promise<void> {
    const { uploads, isWhole } = this.#ports;
    const before = this.#times;
    await caughtUp();
    await uploads.underWay();
    if (this.#times === before && (quietly("looking at a trace", () => isWhole(this.#run)) ?? true)) this.#done();
  }
}

async function caughtUp(): Promise<void> {
  for (let turn = 0; turn < LOOP_TURNS; turn++) await new Promise(setImmediate);
}
