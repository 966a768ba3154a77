import { writeSync } from "node:fs";
import { messageOf } from "../errors.js";
import { exitCodes } from "./exit-codes.js";

/** What is watched of the process. */
export interface WatchedProcess {
  exitCode?: number | string | null | undefined;
  on(event: "exit", listener: (code: number) => void): unknown;
  on(event: "uncaughtExceptionMonitor", listener: (error: unknown) => void): unknown;
}

/**
 * Sees to it that a process which ends before its work is done never looks like a pass: an agent may call
 * `process.exit(0)`, or wait for what never comes while nothing is open any more. Nor is the verdict of a run that was
 * done turned into a pass by whoever ends the process then.
 */
export class ExitWatch {
  readonly #process: WatchedProcess;
  readonly #err: (text: string) => void;
  #uncaught: string | undefined;
  #far: string | undefined;
  #verdict: number | undefined;

  /** `err` must be done when it returns: nothing that is put off still happens. */
  constructor(watched: WatchedProcess = process, err: (text: string) => void = toStderr) {
    this.#process = watched;
    this.#err = err;
    watched.on("uncaughtExceptionMonitor", (error) => (this.#uncaught = messageOf(error)));
    watched.on("exit", (code) => this.#ended(code, callerOfExit()));
  }

  /** How far the run is, as in `1 of 2 conversations`; null changes nothing. */
  far(line: string | null): void {
    this.#far = line ?? this.#far;
  }

  /** The work is done, and this is its exit code. */
  done(verdict: number): void {
    this.#verdict = verdict;
    this.#process.exitCode = verdict;
  }

  #ended(code: number, caller: string | undefined): void {
    if (this.#verdict !== undefined) {
      if (this.#verdict !== exitCodes.passed) this.#process.exitCode = this.#verdict;
      return;
    }
    this.#process.exitCode = exitCodes.failed;
    const far = this.#far === undefined ? "no conversation had begun" : `${this.#far} had finished`;
    this.#err(
      `The process was ended (exit code ${String(code)}) before the run was over, by ${this.#cause(caller)}; ${far}.\n`,
    );
  }

  #cause(caller: string | undefined): string {
    if (caller !== undefined) return `process.exit, called at ${caller}`;
    if (this.#uncaught !== undefined) return `an error that nobody caught (${this.#uncaught})`;
    return "a promise that never settles: nothing is open any more that could settle it";
  }
}

/** Where `process.exit` was called, from within a listener of "exit"; undefined: it was not. */
function callerOfExit(): string | undefined {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const frames = (new Error().stack ?? "").split("\n").slice(1);
  Error.stackTraceLimit = before;
  const at = frames.findIndex((frame) => /^\s*at process\.(exit|reallyExit) /.test(frame));
  if (at === -1) return undefined;
  const outside = frames.slice(at + 1);
  const own = outside.find((frame) => !/node:|node_modules/.test(frame)) ?? outside[0] ?? "a place that is not known";
  return own
    .trim()
    .replace(/^at (?:async )?(?:.*\()?(?:file:\/\/)?/, "")
    .replace(/\)$/, "");
}

function toStderr(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // Nobody reads it; the exit code says it still.
  }
}
