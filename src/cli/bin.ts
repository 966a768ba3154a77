#!/usr/bin/env node
import { endSoon } from "./end-soon.js";
import { main } from "./main.js";
import { processShell } from "./process-shell.js";

process.exitCode = await main(process.argv.slice(2), processShell());
endSoon();
