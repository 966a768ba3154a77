// Mastra 1 needs Node 22.13; 0.24 is the newest that runs on all versions of Node that Rehearsal supports.
import { describeDesk } from "./support/desk-suite.js";
import { load, versionOf } from "./support/example.js";

describeDesk(
  `Mastra ${versionOf("@mastra/core", "mastra")}, through its own tracing`,
  () => load("mastra/mastra.mjs"),
  {
    retrieves: false,
    retrieverTools: ["search_guide"],
  },
);
