import type { EarlyEnd } from "./early-end.js";
import { exitCodes } from "./exit-codes.js";
import { toStderr } from "./safe-output.js";
import { isOwn, placeIn } from "./where-thrown.js";

/** What is watched of the process. */
export interface WatchedProcess {
  exitCode?: number | string | null | undefined;
  on(event: "exit", listener: (code: number) => void): unknown;
}

/**
 * Sees to it that a process which ends before its work is done never looks like a pass: an agent may call
 * `process.exit(0)`, or wait for what never comes while nothing is open any more. Nor is the verdict of a run that was
 * done turned into a pass by whoever ends the process then.
 */
export class ExitWatch {
  readonly #process: WatchedProcess;
  readonly #err: (text: string) => void;
  readonly #early: Pick<EarlyEnd, "end">;
  #far: string | undefined;
  #resume: string | undefined;
  #verdict: number | undefined;

  /** `err` must be done when it returns: nothing that is put off still happens. */
  constructor(early: Pick<EarlyEnd, "end">, watched: WatchedProcess = process, err: (text: string) => void = toStderr) {
    this.#early = early;
    this.#process = watched;
    this.#err = err;
    watched.on("exit", (code) => this.#ended(code, callerOfExit()));
  }

  /** How far the run is, as in `1 of 2 conversations`. */
  far(line: string): void {
    this.#far = line;
  }

  /** The command by which the run goes on if it ends now. */
  resumable(command: string | undefined): void {
    this.#resume = command;
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
    const { end } = this.#early;
    this.#process.exitCode = end?.code ?? exitCodes.failed;
    const far = this.#far === undefined ? "no conversation had begun" : `${this.#far} had finished`;
    const resume = this.#resume === undefined ? "" : `It goes on with: ${this.#resume}\n`;
    this.#err(
      `The process was ended (exit code ${String(code)}) before the run was over, by ${end?.cause ?? cause(caller)}; ${far}.\n${resume}`,
    );
  }
}

const cause = (caller: string | undefined): string =>
  caller !== undefined
    ? `process.exit, called at ${caller}`
    : "a promise that never settles: nothing is open any more that could settle it";

/** Where `process.exit` was called, from within a listener of "exit"; undefined: it was not. */
function callerOfExit(): string | undefined {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const frames = (new Error().stack ?? "").split("\n").slice(1);
  Error.stackTraceLimit = before;
  const at = frames.findIndex((frame) => /^\s*at process\.(exit|reallyExit) /.test(frame));
  if (at === -1) return undefined;
  const outside = frames.slice(at + 1);
  return placeIn(outside.find(isOwn) ?? outside[0] ?? "a place that is not known");
}
