// 200 calls made against 200 expected ones in another order, half of them to one tool with different arguments.
const CALLS = 200;
const expected = Array.from({ length: CALLS }, (_, index) => ({
  name: index % 2 === 0 ? "search" : `tool_${index}`,
  inputParameters: { id: index, filter: { status: "open", tags: ["a", `b${index}`] } },
}));
const actual = expected.map((_, index) => expected[(index * 73) % CALLS]);

export async function ours() {
  const { matchToolCalls } = await import("../../dist/metrics/index.js");
  return {
    work: () => {
      if (matchToolCalls(actual, expected, { mode: "superset" }).verdict !== "passed")
        throw new Error("ours does not match");
    },
  };
}

export async function peer() {
  const { createTrajectoryMatchEvaluator } = await import("agentevals");
  const evaluator = createTrajectoryMatchEvaluator({ trajectoryMatchMode: "superset" });
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
  const outputs = messages(actual);
  const referenceOutputs = messages(expected);
  return {
    work: async () => {
      const { score } = await evaluator({ outputs, referenceOutputs });
      if (score !== true) throw new Error("agentevals does not match");
    },
  };
}
