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
  /** Shows how far a run is, as in `1 of 2 conversations`, on a terminal only; null takes it away. */
  readonly progress: (line: string | null) => void;
  /** Fires when the user interrupts (Ctrl-C). */
  readonly signal: AbortSignal;
}

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Colours on a terminal only, never with NO_COLOR (no-color.org: whatever its value, unless empty) or TERM=dumb. */
export const wantsColor = (env: Shell["env"], stream: Stream): boolean =>
  stream.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";

/** Shows one line at a time where a person watches, and nothing elsewhere: logs are read by people too. */
export const progressOn =
  (stream: Stream & { write(text: string): unknown }): Shell["progress"] =>
  (line) => {
    if (stream.isTTY === true) stream.write(`\r\u001b[2K${line === null ? "" : `${line} have finished`}`);
  };

/** A terminal that does not know its width says 0. */
export const widthOf = ({ columns = 0 }: Stream): number => Math.min(columns > 0 ? columns : 100, 140);
