// AI SDK 7 needs Node 22; 6 is the newest that runs on all versions of Node that Rehearsal supports.
import { describeDesk } from "./support/desk-suite.js";
import { load, versionOf } from "./support/example.js";

describeDesk(`AI SDK ${versionOf("ai")}, through its own telemetry`, () => load("ai-sdk.mjs"));
