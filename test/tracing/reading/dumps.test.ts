import { readdirSync } from "node:fs";
import { expect } from "chai";
import { traceSchema, type Trace } from "../../../src/test-case/trace.js";
import { readTrace } from "../../../src/tracing/index.js";
import { dumpOf, expectations } from "../support/spans.js";

const names = readdirSync(new URL("../../fixtures/spans/", import.meta.url))
  .map((file) => file.replace(/\.json$/, ""))
  .filter((name) => name !== "expected");

describe("readTrace on dumps of real spans", () => {
  for (const name of names) {
    const expected = expectations[name];
    it(`reads ${name}${expected === undefined ? " without an exception" : ""}`, () => {
      const trace = readTrace({ spans: dumpOf(name) });
      expect(traceSchema().parse(trace)).to.deep.equal(trace);
      if (expected === undefined) return;
      expect(callsOf(trace)).to.deep.equal(
        expected.tools_called.map(({ name: tool, args, result, error }) => ({
          name: tool,
          args: args ?? undefined,
          result: result ?? undefined,
          error,
        })),
      );
      expect(trace.retrievalContext.map((each) => (typeof each === "string" ? each : each.context))).to.deep.equal(
        expected.retrieval_context,
      );
      expect(trace.output).to.equal(expected.final_output);
      if (expected.limit !== undefined) expect(trace.missing).to.not.be.empty;
    });
  }

  it("says what a span without content could not tell", () => {
    expect(readTrace({ spans: dumpOf("vercel-ai6-generatetext-no-io") }).missing).to.deep.equal([
      "output: no span recorded a final answer",
      'agent "ai.generateText", llm "ai.generateText.doGenerate": content was not captured (its telemetry has "recordInputs" or "recordOutputs" off)',
      "arguments not recorded: call 1 (get_weather)",
      "result not recorded: call 1 (get_weather)",
    ]);
  });

  it("counts tokens once, though the agent's span repeats their sum", () => {
    expect(readTrace({ spans: dumpOf("vercel-ai6-generatetext-tool-loop") }).usage).to.deep.equal({
      inputTokens: 42,
      outputTokens: 18,
      totalTokens: 60,
    });
    expect(readTrace({ spans: dumpOf("vercel-ai7-embedmany") }).usage.inputTokens).to.equal(5);
    expect(readTrace({ spans: dumpOf("vercel-ai6-embedmany") }).usage.inputTokens).to.equal(5);
  });

  it("gives calls that one model step asked for the same batch, and names the model", () => {
    const trace = readTrace({ spans: dumpOf("vercel-ai6-generatetext-parallel-tools") });
    expect(new Set(trace.toolsCalled.map(({ batch }) => batch))).to.have.lengthOf(1);
    expect(trace.toolsCalled[0]?.batch).to.be.a("string");
    expect(trace.spans.filter(({ kind }) => kind === "llm").map(({ model }) => model)).to.deep.equal([
      "fake-parallel-2026",
      "fake-parallel-2026",
    ]);
  });
});

const callsOf = ({ toolsCalled }: Trace): unknown =>
  toolsCalled.map(({ name, inputParameters: args, output: result, error }) => ({ name, args, result, error }));
