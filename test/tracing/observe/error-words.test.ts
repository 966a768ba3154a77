import { SpanStatusCode } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { expect } from "chai";
import { captureTrace, observe } from "../../../src/tracing/index.js";
import { errorWords } from "../../../src/tracing/observe/error-words.js";
import { specOf, type ObserveOptions } from "../../../src/tracing/observe/observe-options.js";
import { startCall } from "../../../src/tracing/observe/start-call.js";

const off = { type: "tool", name: "t", recordInputs: false, recordOutputs: false } as const;
const withheld = "TypeError; its message was withheld (recordOutputs is false)";
const fail = (): never => {
  throw new TypeError("secret");
};
const drain = async (stream: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of stream);
};
const failing: Readonly<Record<string, (options: ObserveOptions) => unknown>> = {
  "a function": (options) => observe(options, fail)(),
  "an async function": (options) => observe(options, async () => fail())(),
  "a promise of somebody's": (options) => observe(options, () => Promise.reject(new TypeError("secret")))(),
  "a generator": (options) =>
    drain(
      observe(options, async function* () {
        yield "secret";
        fail();
      })(),
    ),
};

describe("the words of an error", () => {
  for (const [what, call] of Object.entries(failing)) {
    it(`are not recorded of ${what} whose outputs are not`, async () => {
      const { trace } = await captureTrace(async () =>
        Promise.resolve()
          .then(() => call(off))
          .catch(() => 0),
      );
      expect(JSON.stringify(trace)).to.not.include("secret");
      expect(trace.spans[0]).to.include({ status: "error", error: withheld });
      expect(trace.toolsCalled[0]?.error).to.equal(withheld);
    });
  }

  it("are neither in the status of a span nor in its events, unless outputs are recorded", () => {
    const exporter = new InMemorySpanExporter();
    const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer("t");
    const error = new TypeError("secret");
    for (const options of [off, { ...off, recordOutputs: true }])
      startCall(specOf(options, fail), [], tracer)?.threw(error);
    const [hidden, told] = exporter.getFinishedSpans();
    expect(hidden?.status).to.deep.equal({ code: SpanStatusCode.ERROR, message: withheld });
    expect(hidden?.events).to.deep.equal([]);
    expect(told?.status.message).to.equal("secret");
    expect(told?.events[0]?.attributes).to.include({ "exception.message": "secret" });
  });

  it("leave what kind of failure it is, whatever was thrown", () => {
    class RefundError extends Error {}
    const kind = (thrown: unknown) => errorWords(thrown, specOf(off, fail)).words.split(";")[0];
    expect(kind(new Error("secret"))).to.equal("Error");
    expect(kind(new RefundError("secret"))).to.equal("RefundError");
    expect(kind(Object.assign(new Error("secret"), { name: "AbortError" }))).to.equal("AbortError");
    expect(kind(Object.assign(new Error("secret"), { code: "ENOENT" }))).to.equal("Error, code ENOENT");
    expect(kind(Object.assign(new Error("secret"), { status: 404, code: "secret" }))).to.equal("Error, status 404");
    expect(kind("secret")).to.equal("an error");
    const hostile = new Proxy(new Error("secret"), {
      get: () => {
        throw new Error("no");
      },
    });
    expect(kind(hostile)).to.equal("an error");
    expect(kind(undefined)).to.equal("an error");
  });
});
