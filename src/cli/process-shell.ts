import { wantsColor, widthOf, type Shell } from "./shell.js";

/** The real process; `signal` fires when the run has to end. */
export function processShell(signal: AbortSignal): Omit<Shell, "progress" | "resumable"> {
  const { env, stdout, stderr } = process;
  for (const stream of [stdout, stderr]) stream.on("error", unlessClosed);
  return {
    cwd: process.cwd(),
    env,
    color: wantsColor(env, stdout),
    width: widthOf(stdout),
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    screen: stderr,
    signal,
  };
}

/** Who reads our output may stop reading it (`rehearsal … | head`); the run goes on, and its exit code counts. */
function unlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
