import { expect } from "chai";
import { updateCurrentSpan } from "../../../src/tracing/index.js";
import { answer } from "../../support/openai-server.js";
import { question, traceOfWork, wrappedLoop } from "./support/loop.js";

const parameters = { type: "object" as const, properties: {} };

describe("wrapOpenAI: runTools", () => {
  for (const stream of [false, true]) {
    it(`records each run of a tool, with what it was given and returned${stream ? ", streamed" : ""}`, async () => {
      const calls = answer.calls(
        { name: "weather", arguments: { city: "Paris" }, id: "1" },
        { name: "weather", arguments: { city: "Bonn" }, id: "2" },
      );
      await using loop = await wrappedLoop([calls, "Done."]);
      const tool = {
        type: "function" as const,
        function: {
          name: "weather",
          description: "",
          parameters,
          parse: JSON.parse as (text: string) => { city: string },
          async function({ city }: { city: string }) {
            expect(this).to.equal(tool.function);
            updateCurrentSpan({ metadata: { city } });
            return { city, temperature: 21 };
          },
        },
      };
      const before = { ...tool.function };
      const { trace } = await traceOfWork(async () => {
        const body = { model: "m", messages: question, tools: [tool] };
        const runner = stream
          ? loop.client.chat.completions.runTools({ ...body, stream })
          : loop.client.chat.completions.runTools(body);
        expect(await runner.finalContent()).to.equal("Done.");
      });
      expect(tool.function).to.deep.equal(before);
      expect(
        trace.toolsCalled.map(({ id, inputParameters, output }) => ({ id, inputParameters, output })),
      ).to.deep.equal([
        { id: "1", inputParameters: { city: "Paris" }, output: { city: "Paris", temperature: 21 } },
        { id: "2", inputParameters: { city: "Bonn" }, output: { city: "Bonn", temperature: 21 } },
      ]);
      expect(trace.toolsCalled.every(({ durationMs }) => durationMs !== undefined)).to.equal(true);
      expect(trace.spans.filter(({ kind }) => kind === "tool").map(({ metadata }) => metadata)).to.deep.equal([
        { city: "Paris" },
        { city: "Bonn" },
      ]);
      expect(trace.missing.map((each) => /include_usage|usage: 2 of 2/.exec(each)?.[0])).to.deep.equal(
        stream ? ["include_usage", "usage: 2 of 2"] : [],
      );
    });
  }

  it("a tool without a parser gets its text, and its arguments are read", async () => {
    await using loop = await wrappedLoop([answer.call("echo", { x: 1 }), "Done."]);
    const given: unknown[] = [];
    const { trace } = await traceOfWork(async () => {
      const echo = (args: string) => void given.push(args);
      const tools = [{ type: "function" as const, function: { function: echo, parameters, description: "" } }];
      await loop.client.chat.completions.runTools({ model: "m", messages: question, tools }).done();
    });
    expect(given).to.deep.equal(['{"x":1}']);
    expect(trace.toolsCalled[0]).to.deep.include({ name: "echo", inputParameters: { x: 1 }, output: null });
  });

  it("a tool that throws ends the runner as before, and is on record", async () => {
    await using loop = await wrappedLoop([answer.call("broken")]);
    const mine = new Error("out of order");
    const broken = async () => {
      throw mine;
    };
    const { trace, error } = await traceOfWork(() => {
      const tools = [
        { type: "function" as const, function: { name: "broken", function: broken, parameters, description: "" } },
      ];
      return loop.client.chat.completions.runTools({ model: "m", messages: question, tools }).done();
    });
    expect(error).to.have.property("message", "out of order");
    expect(trace.toolsCalled[0]).to.include({ name: "broken", error: "out of order" });
  });
});
