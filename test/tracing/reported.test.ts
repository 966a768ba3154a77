import { readFileSync } from "node:fs";
import { expect } from "chai";
import {
  captureTrace,
  observe,
  prepareTracing,
  readTrace,
  startRun,
  type ReadTraceInput,
} from "../../src/tracing/index.js";
import type { Trace } from "../../src/test-case/trace.js";

interface Report<Input, Expected> {
  readonly report: string;
  readonly input: Input;
  readonly expected: Expected;
}
const read = <Input, Expected>(name: string): Report<Input, Expected> =>
  JSON.parse(readFileSync(new URL(`../fixtures/reported/${name}.json`, import.meta.url), "utf8")) as Report<
    Input,
    Expected
  >;
const agent = { type: "agent", name: "agent" } as const;

describe("what users of other tools reported", () => {
  for (const [name, title] of [
    ["promptfoo-9523", "tools that are merely available are not counted as calls"],
    ["promptfoo-8799", "the AI SDK's tool spans are recognised"],
    ["kagent-2734", "arguments and results that tool spans lack come from the model spans beside them"],
    ["dd-trace-js-9416", "an MCP call within a tool call is not counted again"],
    ["openai-agents-python-4717", "function spans without ids are joined with the calls that the model asked for"],
    ["opentelemetry-python-contrib-4038", "content that is in log records instead of on spans is found"],
  ] as const) {
    const { report, input, expected } = read<ReadTraceInput, Partial<Trace>>(name);
    it(`${report}: ${title}`, () => {
      expect(readTrace(input)).to.deep.include(expected);
    });
  }

  it("deepeval#3302: what is sent into an async generator arrives", async () => {
    const { input, expected } = read<{ sent: string[] }, { received: string[]; output: string }>("deepeval-3302");
    const received: string[] = [];
    const listen = observe(agent, async function* (): AsyncGenerator<string, void, string> {
      received.push(yield "ready");
      received.push(yield "");
    });
    const { trace } = await captureTrace(async () => {
      const talk = listen();
      await talk.next();
      for (const each of input.sent) await talk.next(each);
    });
    expect({ received, output: trace.output }).to.deep.equal(expected);
  });

  it("deepeval#3324: the output of an async generator is recorded", async () => {
    const { input, expected } = read<{ yielded: string[] }, { output: string }>("deepeval-3324");
    const speak = observe(agent, async function* () {
      yield* input.yielded;
    });
    const { trace } = await captureTrace(async () => {
      for await (const _ of speak());
    });
    expect({ output: trace.output }).to.deep.equal(expected);
  });

  it("mlflow#25410: the span ends when the stream has been read, not when it was made", async () => {
    const { input, expected } = read<{ yielded: string[] }, unknown>("mlflow-25410");
    await prepareTracing();
    const run = startRun();
    const create = observe(agent, async () => ReadableStream.from(input.yielded));
    const openUntilRead = await run.within(async () => {
      const stream = await create();
      const open = run.trace().spans[0]?.endTimeMs === null;
      for await (const _ of stream);
      return open;
    });
    expect({ openUntilRead, output: run.end().output }).to.deep.equal(expected);
  });

  it("opentelemetry-js#2951: context is not lost within an async generator", async () => {
    const { input, expected } = read<{ tools: string[] }, { parents: string[] }>("opentelemetry-js-2951");
    const work = observe(agent, async function* () {
      for (const name of input.tools) {
        await new Promise(setImmediate);
        yield observe({ type: "tool", name }, () => name)();
      }
    });
    const { trace } = await captureTrace(async () => {
      for await (const _ of work());
    });
    const nameOf = (id: string | null) => trace.spans.find(({ spanId }) => spanId === id)?.name;
    const parents = trace.spans.filter(({ kind }) => kind === "tool").map(({ parentSpanId }) => nameOf(parentSpanId));
    expect({ parents }).to.deep.equal(expected);
  });
});
