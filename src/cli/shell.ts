import type { Screen } from "../simulator/progress/indicator.js";

/** What the commands need of the process; tests hand in their own. */
export interface Shell {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Colour what goes to `out`. */
  readonly color: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Where progress is shown. */
  readonly screen: Screen;
  /** Is told how far a run is, as in `1 of 2 conversations`, for when the process ends before it is over. */
  readonly progress: (line: string) => void;
  /** Is told the command by which the run goes on if it is broken off; null: it is over. */
  readonly resumable: (command: string | null | undefined) => void;
  /** Fires when the run has to end: the user interrupts, or an error was caught by nobody. */
  readonly signal: AbortSignal;
}

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Colours on a terminal only, never with NO_COLOR (no-color.org: whatever its value, unless empty) or TERM=dumb. */
export const wantsColor = (env: Shell["env"], stream: Stream): boolean =>
  stream.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";

/** A terminal that does not know its width says 0. */
export const widthOf = ({ columns = 0 }: Stream): number => Math.min(columns > 0 ? columns : 100, 140);
