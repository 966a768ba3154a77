// One trace of an agent span over four tool spans, 1 kB of content each, recorded and read back as a test case's trace.
import { captureTrace, observe } from "../../dist/tracing/index.js";
import { observe as deepevalObserve } from "deepeval/tracing";
import { answer, sideBySide } from "./measure.mjs";

const TRACES = 400;
const SPANS = 5;
const content = "x".repeat(1000);

const oursTool = observe({ type: "tool", name: "lookup" }, async ({ id }) => ({ id, content }));
const oursAgent = observe({ type: "agent", name: "agent" }, async (question) => {
  for (let call = 0; call < 4; call++) await oursTool({ id: call, question });
  return content;
});
const peerTool = deepevalObserve({ type: "tool", name: "lookup", fn: async ({ id }) => ({ id, content }) });
const peerAgent = deepevalObserve({
  type: "agent",
  name: "agent",
  fn: async (question) => {
    for (let call = 0; call < 4; call++) await peerTool({ id: call, question });
    return content;
  },
});

let seen = 0;
const best = await sideBySide(
  7,
  async () => {
    for (let trace = 0; trace < TRACES; trace++) seen += (await captureTrace(() => oursAgent(content))).trace.toolsCalled.length;
  },
  async () => {
    for (let trace = 0; trace < TRACES; trace++) await peerAgent(content);
  },
);
if (seen !== 8 * TRACES * 4) throw new Error(`recorded ${seen} tool calls, not ${8 * TRACES * 4}`);
const perSpan = (ms) => (ms * 1000) / (TRACES * SPANS);
answer({ ours: perSpan(best.ours), peer: perSpan(best.peer) });
process.exit(0);
