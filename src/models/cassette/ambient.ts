import { AsyncLocalStorage } from "node:async_hooks";
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

const key = Symbol.for("rehearsal.cassette.1");

/** One for all copies of this package in the process: a loader may make two. Made when first used. */
function storage(): AsyncLocalStorage<Ambient> {
  const there = Reflect.get(globalThis, key) as AsyncLocalStorage<Ambient> | undefined;
  if (there !== undefined) return there;
  const made = new AsyncLocalStorage<Ambient>();
  Object.defineProperty(globalThis, key, { value: made });
  return made;
}

export const ambient = (): Ambient | undefined => storage().getStore();

export const within = <T>(context: Ambient, work: () => T): T => storage().run(context, work);
