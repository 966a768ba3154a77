// Holds 200 conversations with a journal in the directory given, and tells each of the agent's turns on stdout, so that
// the test can kill it anywhere.
import { writeSync } from "node:fs";
import { ConversationSimulator } from "../../../src/simulator/simulator.js";
import { killedRun } from "./killed-run.js";

const { settings, goldens } = killedRun((line) => writeSync(1, `${line}\n`));
await new ConversationSimulator(settings).simulate({ conversationalGoldens: goldens, journal: process.argv[2] ?? "" });
writeSync(1, "done\n");
