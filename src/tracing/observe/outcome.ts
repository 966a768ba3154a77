import type { Pieces } from "./pieces.js";

/** What is told about an observed call as its result comes into being. The first end counts; none of it ever throws. */
export interface Outcome {
  returned(value: unknown): void;
  threw(error: unknown): void;
  /** A stream ended. `value` is what a generator returned. */
  streamed(pieces: Pieces, value?: unknown): void;
  /** Whoever reads it goes no further. Default: the same as `streamed`. */
  brokenOff?(pieces: Pieces): void;
  /** It ended out of our sight. */
  unseen(reason: string): void;
  /** Hands over what finds out, where nobody waits for the result, how it stands. */
  lookWith?(look: () => void): void;
  /** Runs a part of the call: later steps of a generator belong to it as the first did. */
  within<T>(step: () => T): T;
}
