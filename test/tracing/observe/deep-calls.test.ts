import { expect } from "chai";
import { captureTrace, observe, updateCurrentSpan } from "../../../src/tracing/index.js";

describe("a synchronous function that calls itself through observe", () => {
  const counting = (bottom: (depth: number) => number) => {
    const count = observe({ type: "tool", name: "count", parameters: ["left"] }, (left: number): number =>
      left === 0 ? bottom(0) : 1 + count(left - 1),
    );
    return count;
  };

  it("may do so as deep as a few thousand calls, all of them recorded", async () => {
    const { result, trace } = await captureTrace(() => counting(() => 0)(1_500));
    expect(result).to.equal(1_500);
    expect(trace.toolsCalled.map(({ output }) => output)).to.deep.equal(
      Array.from({ length: 1_501 }, (_, at) => 1_500 - at),
    );
    const parents = new Set(trace.spans.map(({ parentSpanId }) => parentSpanId));
    expect(parents.size).to.equal(101);
    expect(trace.missing.join("\n")).to.include('tool "count": calls nested this deep are recorded beside');
  });

  it("is within its caller's span as long as that is not too deep, and nothing is missing", async () => {
    const { trace } = await captureTrace(() => counting(() => 0)(99));
    expect(new Set(trace.spans.map(({ parentSpanId }) => parentSpanId)).size).to.equal(100);
    expect(trace.missing.join()).to.not.include("nested");
  });

  it("updates its own span, however deep", async () => {
    const mark = observe({ type: "tool", name: "mark" }, (left: number): number => {
      const below = left === 0 ? 0 : 1 + mark(left - 1);
      updateCurrentSpan({ metadata: { left } });
      return below;
    });
    const { trace } = await captureTrace(() => mark(105));
    expect(trace.spans.map(({ metadata }) => metadata?.left)).to.deep.equal(
      Array.from({ length: 106 }, (_, at) => 105 - at),
    );
  });

  it("throws on what is thrown at the bottom, and is as shallow as before afterwards", async () => {
    const error = new Error("bottom");
    const count = counting(() => {
      throw error;
    });
    for (let round = 0; round < 2; round++) {
      const { result, trace } = await captureTrace(() => {
        try {
          return count(120);
        } catch (thrown) {
          return thrown;
        }
      });
      expect(result).to.equal(error);
      expect(new Set(trace.spans.map(({ parentSpanId }) => parentSpanId)).size).to.equal(101);
      expect(trace.toolsCalled.every((call) => call.error === "bottom")).to.equal(true);
    }
  });

  it("overflows the stack with the error that it would have without", async () => {
    const endless = observe({ type: "tool", name: "endless" }, (): number => 1 + endless());
    const { result } = await captureTrace(() => {
      try {
        return endless();
      } catch (thrown) {
        return thrown;
      }
    });
    expect(result).to.be.instanceOf(RangeError).with.property("message", "Maximum call stack size exceeded");
  });
});
