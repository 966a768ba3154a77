import type { Progress } from "./progress.js";
import { progressLine } from "./progress-line.js";

/** Where progress is shown: standard error, or what a test hands in. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
  /** Of the terminal. 0 or absent: not known. */
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

export type Env = Readonly<Record<string, string | undefined>>;

/** A line that is written over, for a person who watches; lines one after the other, without escapes, for a log. */
export type IndicatorKind = "live" | "plain";

/** Calls back after so many milliseconds, and returns what cancels it. */
export type Later = (callback: () => void, ms: number) => () => void;

/** By the time of the world, also where a run goes by another clock; and no process waits for it. */
const afterwards: Later = (callback, ms) => {
  const timer = setTimeout(callback, ms).unref();
  return () => clearTimeout(timer);
};

/** How often a person sees something new, and a log. */
const REDRAW_MS = 200;
const PLAIN_MS = 10_000;

export const kindOf = (screen: Screen, env: Env): IndicatorKind =>
  screen.isTTY === true && env["TERM"] !== "dumb" && !isCI(env) ? "live" : "plain";

/** `CI` is set by every service of that kind that we know of; `CI=false` is how people take it back. */
export const isCI = ({ CI = "" }: Env): boolean => CI !== "" && CI !== "0" && CI !== "false";

/**
 * Shows how far a run is. Nothing is drawn in its first moments, so that short runs show nothing at all; a log gets its
 * lines also while nothing happens, so that nobody takes the run for dead.
 */
export class Indicator {
  readonly #screen: Screen;
  readonly #kind: IndicatorKind;
  readonly #later: Later;
  readonly #read: () => Progress;
  #cancel: (() => void) | undefined;
  #isDrawn = false;
  #isOver = false;

  /** `read` tells the progress of this moment. */
  constructor(screen: Screen, kind: IndicatorKind, read: () => Progress, later: Later = afterwards) {
    this.#screen = screen;
    this.#kind = kind;
    this.#later = later;
    this.#read = read;
    this.#wait();
  }

  /** Takes the line away, or leaves a log with a last line if it has any. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancel?.();
    if (!this.#isDrawn) return;
    if (this.#kind === "live") this.#write(CLEAR);
    else this.#draw();
  }

  #wait(): void {
    this.#cancel = this.#later(
      () => {
        this.#draw();
        this.#wait();
      },
      this.#kind === "live" ? REDRAW_MS : PLAIN_MS,
    );
  }

  #draw(): void {
    this.#isDrawn = true;
    const { columns = 0 } = this.#screen;
    if (this.#kind === "plain") return this.#write(`${progressLine(this.#read())}\n`);
    // One column less: some terminals break a line that fills the last one.
    this.#write(`${CLEAR}${progressLine(this.#read(), (columns > 0 ? columns : 100) - 1)}`);
  }

  #write(text: string): void {
    try {
      this.#screen.write(text);
    } catch {
      // Who watched is gone; the run goes on.
    }
  }
}

/** Back to the first column, and the line emptied. */
const CLEAR = "\r\u001b[2K";
