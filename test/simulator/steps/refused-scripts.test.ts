import { expect } from "chai";
import { ScriptedScenario } from "../../../src/simulator/steps/scripted-scenario.js";
import { steps } from "../../../src/simulator/steps/steps.js";

const mustBePolite = (text: string): void => {
  if (text === "") throw new Error("it said nothing");
};

describe("a script that is refused where it is written", () => {
  it("refuses a tool failure that no reply can take", () => {
    const late = [steps.user("a"), steps.inject({ tool: "t" }), steps.agent("b")];
    expect(() => new ScriptedScenario(late)).to.throw(
      "step 2 (toolFailure) has a tool fail in the reply to the user's next words",
    );
    expect(() => new ScriptedScenario([steps.inject({ tool: "t" }), steps.proceed(1)])).to.not.throw();
  });

  it("refuses a check that surely forgets to return what it finds, and no other", () => {
    const calls = ["refund"];
    const forgets: (() => void)[] = [
      () => {
        calls.some((name) => name === "refund");
      },
      () => {
        calls?.includes("refund");
      },
      async () => {
        calls[0]?.startsWith("re");
      },
      () => {
        !calls.every((name) => name.length > 2);
      },
      () => {
        calls.length === 1;
      },
    ];
    for (const check of forgets) {
      expect(() => steps.check(check), String(check)).to.throw("returns nothing of what it finds");
      expect(() => steps.agent(check), String(check)).to.throw("steps.agent: the function returns nothing");
      expect(() => new ScriptedScenario([check])).to.throw("returns nothing of what it finds");
    }
    const asserts: (() => unknown)[] = [
      () => calls.some((name) => name === "refund"),
      () => {
        expect(calls.includes("refund")).to.equal(true);
      },
      () => {
        calls.forEach((name) => {
          mustBePolite(name);
        });
      },
      () => {
        if (!calls.includes("refund")) throw new Error("no refund");
      },
      () => {
        calls.every((name) => expect(name).to.be.a("string"));
      },
      () => {
        mustBePolite(String(calls.at(0)));
      },
      () => {
        calls.includes("refund") || mustBePolite("");
      },
    ];
    for (const check of asserts) expect(() => steps.check(check), String(check)).to.not.throw();
  });

  it("refuses what is no script, by step", () => {
    expect(() => new ScriptedScenario([])).to.throw("takes a list of steps");
    expect(() => new ScriptedScenario([steps.user("a"), "b" as never])).to.throw("step 2 is none");
    expect(() => steps.user(3 as never)).to.throw("steps.user takes a text or a function; got 3");
    expect(() => steps.agent("")).to.throw("steps.agent takes a text, a pattern or a function");
    expect(() => steps.check("x" as never)).to.throw("steps.check takes a function");
    expect(() => steps.judge([])).to.throw("steps.judge takes a condition in words");
    expect(() => steps.proceed(0)).to.throw("steps.proceed takes a whole number of turns from 1; got 0");
    expect(() => steps.inject({} as never)).to.throw("steps.inject takes a turn");
    expect(() => steps.inject({ tool: "a", tims: 2 } as never)).to.throw('did you mean "times"');
  });
});
