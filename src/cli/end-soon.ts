import { toStderr } from "./safe-output.js";

/** How long an agent's open connections and timers may keep the process, in milliseconds. */
const GRACE_MS = 3000;

export interface EndSoon {
  /** Calls back later without keeping the process open. */
  readonly later: (callback: () => void, ms: number) => void;
  readonly exit: () => void;
  readonly err: (text: string) => void;
}

const ofProcess: EndSoon = {
  later: (callback, ms) => void setTimeout(callback, ms).unref(),
  exit: () => process.exit(),
  err: toStderr,
};

/**
 * Ends a process whose work is done. By itself it ends once nothing is open any more, which leaves exporters the time to
 * flush; but many agents keep a database pool open for good, and a command line that never comes back helps nobody.
 */
export function endSoon({ later, exit, err }: EndSoon = ofProcess): void {
  later(() => {
    err("The agent keeps something open (a connection, a timer); the process is ended.\n");
    exit();
  }, GRACE_MS);
}
