#!/usr/bin/env node
import { endSoon } from "./end-soon.js";
import { ExitWatch } from "./exit-watch.js";
import { main } from "./main.js";
import { processShell } from "./process-shell.js";

const watch = new ExitWatch();
const shell = processShell();
const progress = (line: string | null) => {
  watch.far(line);
  shell.progress(line);
};
watch.done(await main(process.argv.slice(2), { ...shell, progress }));
endSoon();
