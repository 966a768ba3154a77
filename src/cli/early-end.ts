import { messageOf } from "../errors.js";
import { exitCodes } from "./exit-codes.js";
import { toStderr } from "./safe-output.js";
import { stackOf, whereThrown } from "./where-thrown.js";

/** What is needed of the process. */
export interface InterruptedProcess {
  on(event: "SIGINT" | "SIGTERM", listener: () => void): unknown;
  on(event: "uncaughtException", listener: (error: unknown, origin: string) => void): unknown;
  listenerCount(event: "uncaughtException"): number;
  exit(code: number): unknown;
}

/** As shells do: 128 and the number of the signal. */
const signals = { SIGINT: 130, SIGTERM: 143 } as const;

/** Who starts us, npx for one, may hand on a Ctrl-C that the terminal has sent us too: that is one, not two. */
const ECHO_MS = 100;

/**
 * What ends a run before it is over: the user, who interrupts, or an error that nobody caught, in a timer of the
 * agent's perhaps, which would end the process and take along what has finished. Either breaks off the conversations
 * under way, and leaves the time to report and record the others. The second interruption ends the process at once.
 */
export class EarlyEnd {
  readonly #process: InterruptedProcess;
  readonly #err: (text: string) => void;
  readonly #now: () => number;
  readonly #controller = new AbortController();
  #end: { readonly code: number; readonly cause: string } | undefined;
  #verdict: number | undefined;
  #last: { readonly name: string; readonly at: number } | undefined;

  /** `now` is a clock in milliseconds. */
  constructor(
    watched: InterruptedProcess = process,
    err: (text: string) => void = toStderr,
    now: () => number = performance.now.bind(performance),
  ) {
    this.#process = watched;
    this.#err = err;
    this.#now = now;
    for (const name of ["SIGINT", "SIGTERM"] as const) watched.on(name, () => this.#interrupted(name));
    watched.on("uncaughtException", (error, origin) => this.#uncaught(error, origin));
  }

  /** Fires when the run has to end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the run had to end, and the exit code that says so. */
  get end(): { readonly code: number; readonly cause: string } | undefined {
    return this.#end;
  }

  /** The work is done; returns the exit code. */
  done(verdict: number): number {
    this.#verdict = this.#end?.code ?? verdict;
    return this.#verdict;
  }

  #interrupted(name: keyof typeof signals): void {
    const at = this.#now();
    const isEcho = this.#last?.name === name && at - this.#last.at < ECHO_MS;
    this.#last = { name, at };
    if (isEcho) return;
    if (this.#verdict !== undefined || this.#end !== undefined) {
      this.#process.exit(this.#verdict ?? signals[name]);
      return;
    }
    this.#err(`${name}: what has finished is kept, the rest is broken off. Once more ends the process at once.\n`);
    const cause = name === "SIGINT" ? "Ctrl-C" : name;
    this.#begin(signals[name], cause, `interrupted by ${cause}`);
  }

  #uncaught(error: unknown, origin: string): void {
    // Somebody else listens too, and by that has decided to go on.
    if (this.#process.listenerCount("uncaughtException") > 1) return;
    const what =
      origin === "unhandledRejection" ? "a rejected promise that nobody handled" : "an error that nobody caught";
    const where = whereThrown(stackOf(error));
    if (this.#end === undefined) {
      const place = where === undefined ? "It does not say where it was thrown." : `  at ${where}`;
      const when = this.#verdict === undefined ? "the run ends here, because of" : "after the run:";
      this.#err(`error: ${when} ${what}: ${messageOf(error)}\n${place}\n`);
      this.#begin(exitCodes.failed, `${what}: ${messageOf(error)}${where === undefined ? "" : `, at ${where}`}`);
    }
    if (this.#verdict !== undefined) this.#process.exit(this.#verdict === 0 ? exitCodes.failed : this.#verdict);
  }

  #begin(code: number, cause: string, reason = cause): void {
    this.#end = { code, cause };
    this.#controller.abort(new Error(reason));
  }
}
