#!/usr/bin/env node
import { main } from "./main.js";
import { processShell } from "./process-shell.js";

process.exitCode = await main(process.argv.slice(2), processShell());
