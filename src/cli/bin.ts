#!/usr/bin/env node
import { EarlyEnd } from "./early-end.js";
import { endSoon } from "./end-soon.js";
import { ExitWatch } from "./exit-watch.js";
import { main } from "./main.js";
import { processShell } from "./process-shell.js";
import { toStderr } from "./safe-output.js";

const early = new EarlyEnd(process, (text) => toStderr(process.stderr.isTTY ? `\n${text}` : text));
const watch = new ExitWatch(early);
const shell = processShell(early.signal);
const told = {
  progress: (line: string) => watch.far(line),
  resumable: (command: string | null | undefined) => watch.resumable(command ?? undefined),
};
watch.done(early.done(await main(process.argv.slice(2), { ...shell, ...told })));
endSoon();
