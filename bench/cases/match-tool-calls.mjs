// 200 calls made against 200 expected ones, in another order, half of them to one tool with different arguments.
import { createTrajectoryMatchEvaluator } from "agentevals";
import { matchToolCalls } from "../../dist/metrics/index.js";
import { answer, sideBySide } from "./measure.mjs";

process.env.LANGSMITH_TRACING = "false";
const CALLS = 200;
const expected = Array.from({ length: CALLS }, (_, index) => ({
  name: index % 2 === 0 ? "search" : `tool_${index}`,
  inputParameters: { id: index, filter: { status: "open", tags: ["a", `b${index}`] } },
}));
const actual = expected.map((_, index) => expected[(index * 73) % CALLS]);
const messages = (calls) => [
  { role: "user", content: "go" },
  {
    role: "assistant",
    content: "",
    tool_calls: calls.map(({ name, inputParameters }, index) => ({
      id: `c${index}`,
      type: "function",
      function: { name, arguments: JSON.stringify(inputParameters) },
    })),
  },
];
const evaluator = createTrajectoryMatchEvaluator({ trajectoryMatchMode: "superset" });
const best = await sideBySide(
  9,
  async () => {
    if (matchToolCalls(actual, expected, { mode: "superset" }).verdict !== "passed") throw new Error("ours does not match");
  },
  async () => {
    const { score } = await evaluator({ outputs: messages(actual), referenceOutputs: messages(expected) });
    if (score !== true) throw new Error("agentevals does not match");
  },
);
answer({ ours: best.ours, peer: best.peer });
process.exit(0);
