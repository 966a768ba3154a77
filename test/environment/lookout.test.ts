import { expect } from "chai";
import { interceptTools, mock } from "../../src/environment/index.js";
import { Interception } from "../../src/environment/interception/interception.js";
import { Lookout } from "../../src/environment/interception/lookout.js";
import { after } from "../../src/environment/interception/outcomes.js";
import { observe } from "../../src/tracing/index.js";
import type { Trace } from "../../src/test-case/trace.js";

const refund = observe({ type: "tool", name: "refund" }, (args: { readonly id: string }) => args.id);
const traceOf = (...toolsCalled: Trace["toolsCalled"]) => ({ toolsCalled, spans: [] }) as unknown as Trace;
const called = { name: "refund", inputParameters: { id: "A-1" } };

describe("the lookout for tools that are called past interception", () => {
  const watched = () => {
    const interception = new Interception(interceptTools({ refund: mock("done") }));
    return { interception, lookout: new Lookout(interception, undefined) };
  };

  it("finds a call that came late on record in the next turn", () => {
    const { interception, lookout } = watched();
    interception.within(() => refund({ id: "A-1" }));
    expect(lookout.complaint(2, { trace: traceOf(), stated: undefined })).to.equal(undefined);
    expect(lookout.complaint(4, { trace: traceOf(called), stated: undefined })).to.equal(undefined);
    expect(lookout.complaint(6, { trace: traceOf(called), stated: undefined })).to.include("refund");
  });

  it("takes it for no other that is on record later than that", () => {
    const { interception, lookout } = watched();
    interception.within(() => refund({ id: "A-1" }));
    for (const turn of [2, 4])
      expect(lookout.complaint(turn, { trace: traceOf(), stated: undefined })).to.equal(undefined);
    expect(lookout.complaint(6, { trace: traceOf(called), stated: undefined })).to.include("refund");
  });
});

describe("an answer that is lost", () => {
  it("is lost whether the work was done, threw, or fails later", async () => {
    const lost = () => "lost";
    const works: (() => unknown)[] = [
      () => 1,
      () => Promise.resolve(1),
      () => Promise.reject(new Error("it failed")),
      () => {
        throw new Error("it failed");
      },
    ];
    for (const work of works) expect(await after(work, lost)).to.equal("lost");
  });
});
