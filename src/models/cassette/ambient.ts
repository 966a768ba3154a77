import { AsyncLocalStorage } from "node:async_hooks";
import { shared } from "../../test-case/shared.js";
import type { Cassette } from "./cassette.js";
import type { CassetteMode } from "./mode.js";
import type { TurnWatch } from "./turn-watch.js";

/** What is recorded or replayed around the code that runs. */
export interface Ambient {
  readonly mode: CassetteMode;
  /** Of the conversation that is going on. Undefined: none has begun yet. */
  readonly cassette: Cassette | undefined;
  /** Within a call that is being recorded as a whole: what it asks for in turn needs no recording of its own. */
  readonly inside: boolean;
  /** Of the turn that is going on. Undefined: nobody keeps time. */
  readonly watch?: TurnWatch | undefined;
}

const storage = shared("cassette", () => new AsyncLocalStorage<Ambient>());

export const ambient = (): Ambient | undefined => storage().getStore();

export const within = <T>(context: Ambient, work: () => T): T => storage().run(context, work);
