import { expect } from "chai";
import { captureTrace, knowsRetrieval, observe } from "../../../src/tracing/index.js";

const retriever = { type: "retriever", name: "guide" } as const;
const fails = observe(retriever, async () => Promise.reject(new Error("index down")));
const finds = observe(retriever, () => ["a passage"]);
const slow = observe(retriever, () => new Promise(() => undefined));
const known = async (work: () => unknown) => {
  const { trace } = await captureTrace(work);
  return [knowsRetrieval(trace), trace.missing.find((each) => each.startsWith("retrievalContext: "))];
};

describe("a retriever", () => {
  it("that failed leaves what was retrieved unknown, unless another found something", async () => {
    const failed = () => fails().catch(() => undefined);
    expect(await known(failed)).to.deep.equal([
      false,
      'retrievalContext: nothing was found, since these failed: retriever "guide"',
    ]);
    expect(await known(async () => [await failed(), finds()])).to.deep.equal([true, undefined]);
  });

  it("that had not ended leaves it unknown", async () => {
    expect(await known(() => void slow())).to.deep.equal([
      false,
      'retrievalContext: documents not recorded by retriever "guide"',
    ]);
  });
});
