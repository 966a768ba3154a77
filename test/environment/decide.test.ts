import { expect } from "chai";
import { fault, interceptTools, mock, pass, refuse } from "../../src/environment/index.js";
import { decide, type CallToDecide } from "../../src/environment/interception/decide.js";
import { messageOf } from "./support/shop.js";

describe("what becomes of a call", () => {
  const of = (
    call: Partial<CallToDecide> & { readonly name: string },
    plan = interceptTools({}, { writes: "refuse" }),
  ) => decide(plan, { nth: 1, seed: "0", isInWorld: false, ...call, tool: { name: call.name, ...call.tool } });

  it("is what the rule of its name says", () => {
    const plan = interceptTools({ a: pass, b: refuse("no"), c: mock(1) }, { writes: "refuse" });
    expect(of({ name: "a" }, plan).then).to.equal(pass);
    expect(of({ name: "b", isInWorld: true }, plan).then).to.deep.equal({ rule: "refuse", message: "no" });
    expect(of({ name: "c" }, plan).then).to.include({ rule: "mock" });
  });

  it("without a rule: in the world, else refused if it may write, else passed", () => {
    expect(of({ name: "refund", isInWorld: true }).then).to.deep.equal({ rule: "world" });
    expect(of({ name: "refund" }).then).to.include({ rule: "refuse" });
    expect(of({ name: "get_order" }).then).to.include({ rule: "pass" });
    expect(of({ name: "policies", tool: { name: "policies", kind: "retriever" } }).then).to.include({ rule: "pass" });
    expect(of({ name: "refund" }, interceptTools({})).then).to.include({ rule: "pass" });
  });

  it("is hit by no fault that stands behind the rule that applies", () => {
    const plan = interceptTools({ a: [pass, fault({ kind: "error" }), mock(1)] });
    expect(of({ name: "a" }, plan)).to.deep.equal({ fault: undefined, then: pass });
  });

  it("of a list is the first rule that applies, with the fault before it that hits", () => {
    const broken = fault({ on: 2, kind: "error" });
    const plan = interceptTools({ a: [broken, mock(1)], b: broken }, { writes: "refuse" });
    expect(of({ name: "a" }, plan)).to.have.property("fault", undefined);
    expect(of({ name: "a", nth: 2 }, plan)).to.include({ fault: broken });
    expect(of({ name: "a", nth: 2 }, plan).then).to.include({ rule: "mock" });
    expect(of({ name: "b", nth: 2 }, plan)).to.include({ fault: broken });
    expect(of({ name: "b", nth: 1 }, plan).then).to.include({ rule: "refuse" });
  });
});

describe("interceptTools", () => {
  it("refuses what is no rule, and says what is one", async () => {
    const words = "interceptTools: a needs a rule or a list of rules: mock(value or function)";
    for (const given of [undefined, { ok: true }, [], () => 1])
      expect(await messageOf(() => interceptTools({ a: given as never }))).to.include(words);
    expect(await messageOf(() => interceptTools({}, { writes: "mock" as never }))).to.include('not "mock"');
  });
});
