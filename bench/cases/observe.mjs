// Recording a trace of one agent span over four tool spans, each with 1 kB of content: half goes in, half comes out.
const TRACES = 100;
const question = "q".repeat(500);
const content = "x".repeat(500);
const perSpan = (TRACES * 5) / 1000; // in microseconds

export async function ours() {
  const { observe, prepareTracing, startRun } = await import("../../dist/tracing/index.js");
  const tool = observe({ type: "tool", name: "lookup" }, async ({ id }) => ({ id, content }));
  const agent = observe({ type: "agent", name: "agent" }, async (asked) => {
    for (let call = 0; call < 4; call++) await tool({ id: call, question: asked });
    return content;
  });
  await prepareTracing();
  let runs = [];
  return {
    per: perSpan,
    between: () => {
      for (const run of runs) run.end();
      runs = [];
    },
    work: async () => {
      for (let trace = 0; trace < TRACES; trace++) {
        const run = startRun();
        runs.push(run);
        await run.within(() => agent(question));
      }
    },
    check: () => {
      const calls = runs.reduce((sum, run) => sum + run.end().toolsCalled.length, 0);
      if (calls !== TRACES * 4) throw new Error(`recorded ${calls} tool calls, not ${TRACES * 4}`);
    },
  };
}

export async function peer() {
  const { observe } = await import("deepeval/tracing");
  const tool = observe({ type: "tool", name: "lookup", fn: async ({ id }) => ({ id, content }) });
  const agent = observe({
    type: "agent",
    name: "agent",
    fn: async (asked) => {
      for (let call = 0; call < 4; call++) await tool({ id: call, question: asked });
      return content;
    },
  });
  return {
    per: perSpan,
    work: async () => {
      for (let trace = 0; trace < TRACES; trace++) await agent(question);
    },
  };
}
