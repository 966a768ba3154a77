import { progressOn, wantsColor, widthOf, type Shell } from "./shell.js";

/** The real process. */
export function processShell(): Shell {
  const { env, stdout, stderr } = process;
  for (const stream of [stdout, stderr]) stream.on("error", unlessClosed);
  return {
    cwd: process.cwd(),
    env,
    color: wantsColor(env, stdout),
    width: widthOf(stdout),
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    progress: progressOn(stderr),
    signal: interrupted(),
  };
}

/** Who reads our output may stop reading it (`rehearsal … | head`); the run goes on, and its exit code counts. */
function unlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

/** The first Ctrl-C ends the conversations and still reports; the second ends the process, as it would without us. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  process.once("SIGINT", () => controller.abort(new Error("interrupted by Ctrl-C")));
  return controller.signal;
}
