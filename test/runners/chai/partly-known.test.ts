import * as chai from "chai";
import { failing } from "./failing.js";
import { rehearsalChai } from "../../../src/runners/chai/plugin.js";

const { expect } = chai.use(rehearsalChai);

describe("where not every reply tells", () => {
  const partly = {
    turns: [
      { role: "user" as const, content: "a" },
      { role: "assistant" as const, content: "b", toolsCalled: ["x"], retrievalContext: ["p"] },
      { role: "user" as const, content: "c" },
      { role: "assistant" as const, content: "d" },
    ],
  };
  it("what is known suffices for a yes", () => {
    expect(partly).to.have.calledTool("x").and.calledTools(["x"]).and.retrieved("p");
  });

  it("and neither for a no nor for a number", () => {
    const assertions: (() => unknown)[] = [
      () => expect(partly).to.not.have.calledTool("y"),
      () => expect(partly).to.have.calledTool("y"),
      () => expect(partly).to.have.calledTool("x").once,
      () => expect(partly).to.have.calledTool("x").before("y"),
      () => expect(partly).to.have.calledTools(["x"], { mode: "exact" }),
      () => expect(partly).to.not.have.calledTools(["y"]),
      () => expect(partly).to.not.have.retrieved("q"),
    ];
    for (const assertion of assertions)
      expect(failing(assertion), assertion.toString()).to.include("not all of it was traced");
    expect(failing(() => expect(partly).to.not.have.calledTool("x"))).to.include("not to have called x");
    expect(failing(() => expect(partly).to.have.calledTools([], { mode: "none" }))).to.include("x");
  });

  it("and what the golden began with is not looked at", () => {
    const seeded = { ...partly, seededTurns: 2 };
    expect(failing(() => expect(seeded).to.have.calledTool("x"))).to.include("not known");
    expect(failing(() => expect(seeded).to.have.retrieved("p"))).to.include("not known");
    expect(seeded).to.not.have.communicated("b");
  });
});
