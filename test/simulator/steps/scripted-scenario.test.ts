import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { interceptTools } from "../../../src/environment/interception/intercept-tools.js";
import { mock } from "../../../src/environment/interception/rules.js";
import { evaluate } from "../../../src/evaluation/evaluate.js";
import type { Agent } from "../../../src/simulator/agent.js";
import { steps } from "../../../src/simulator/steps/steps.js";
import type { User } from "../../../src/simulator/user.js";
import { ScriptedUser } from "../../../src/simulator/users/scripted-user.js";
import { observe } from "../../../src/tracing/observe/observe.js";
import { lines } from "../support.js";
import { agent, play } from "./play.js";

describe("a scripted scenario", () => {
  it("ends by succeed, whatever comes after it", async () => {
    const testCase = await play([steps.user("Hi"), steps.succeed("Good enough."), steps.user("more")]);
    expect(testCase.endReason).to.deep.equal({ by: "script", reason: "Good enough." });
    expect(testCase.script?.verdict).to.equal("passed");
  });

  it("hands over to the golden's usual user for so many turns, or until that ends", async () => {
    const usual = new ScriptedUser(({ turns }) => (turns.length > 5 ? null : `usual ${String(turns.length)}`));
    const two = await play([steps.user("Hi"), steps.proceed(1), steps.user(), steps.user("Bye")], { usual });
    expect(lines(two).filter((line) => line.startsWith("user"))).to.deep.equal([
      "user: Hi",
      "user: usual 2",
      "user: usual 4",
      "user: Bye",
    ]);
    const till = await play([steps.proceed(), steps.agent("usual 4")], { usual });
    expect(till.turns).to.have.length(6);
    expect(till.script?.verdict).to.equal("passed");
    const lastWords: User = { name: "u", next: () => ({ say: "one thing", thenEnd: "enough" }) };
    expect((await play([steps.proceed(5), steps.agent("one thing")], { usual: lastWords })).turns).to.have.length(2);
  });

  it("plays the usual user by rules where there is no model", async () => {
    const testCase = await play([steps.proceed(1)], { golden: { opening: "Hi, my order?" } });
    expect(lines(testCase)[0]).to.equal("user: Hi, my order?");
  });

  it("puts messages in that nobody said: the agent reads them and is not judged by them", async () => {
    let heard: readonly string[] = [];
    const testCase = await play(
      [
        steps.user("Hi"),
        steps.inject({ role: "assistant", content: "Your refund of $77 is done." }),
        steps.agent("Reply 2"),
        steps.user("Really?"),
        steps.succeed(),
      ],
      {
        agent: (input) => {
          heard = input.turns.map(({ content }) => content);
          return agent(input);
        },
        golden: { mustCommunicate: ["$77"] },
      },
    );
    expect(heard).to.deep.equal(["Hi", "Reply 2 to Hi", "Your refund of $77 is done.", "Really?"]);
    expect(testCase.turns.map(({ metadata }) => metadata?.inserted)).to.deep.equal([
      undefined,
      undefined,
      true,
      undefined,
      undefined,
    ]);
    const [result] = (await evaluate([testCase])).results;
    expect(result?.metrics.map(({ name, verdict }) => [name, verdict])).to.deep.equal([
      ["Script", "passed"],
      ["Must Communicate", "failed"],
    ]);
  });

  it("begins with what an agent that speaks first says", async () => {
    const golden = { persona: { characteristics: "Quiet.", speaksFirst: false } };
    const greeting: Agent = ({ input }) => (input === null ? "Welcome!" : "ok");
    const testCase = await play([steps.agent("welcome"), steps.user("Hi"), steps.agent("ok")], {
      agent: greeting,
      golden,
    });
    expect(testCase.script?.verdict).to.equal("passed");
    const mute = await play([steps.agent("welcome")]);
    expect(mute.script).to.deep.include({ verdict: "errored" });
    expect(mute.script?.reason).to.contain("persona.speaksFirst: false");
  });

  it("has tools fail in the next reply, as often as it says, and not after it", async () => {
    const lookup = observe({ type: "tool", name: "lookup" }, async (id: string) => ({ id }));
    const asked: Agent = async () => {
      const tries = await Promise.allSettled([lookup("a"), lookup("b")]);
      return tries.map((each) => (each.status === "fulfilled" ? "found" : String(each.reason))).join(", ");
    };
    const testCase = await play(
      [
        steps.inject({ tool: "lookup", message: "503", times: 1 }),
        steps.user("one"),
        steps.agent("Error: 503, found"),
        steps.inject({ tool: "lookup" }),
        steps.user("two"),
        steps.agent("Error: lookup failed, Error: lookup failed"),
        steps.user("three"),
        steps.agent("found, found"),
        steps.check(({ toolsCalled, testCase: so }) => {
          expect(toolsCalled?.map(({ error }) => error)).to.deep.equal([
            "503",
            undefined,
            "lookup failed",
            "lookup failed",
            undefined,
            undefined,
          ]);
          expect(so.traces).to.have.length(3);
        }),
      ],
      { agent: asked, traced: true },
    );
    expect(testCase.script).to.deep.equal({ verdict: "passed", reason: "4 assertions of the script held" });
  });

  it("is errored where nothing took a failure, and names the slip", async () => {
    const lookup = observe({ type: "tool", name: "lookup" }, async () => "found");
    const asked: Agent = async () => lookup();
    const script = [steps.user("one"), steps.inject({ tool: "lokup" }), steps.user("two"), steps.agent("found")];
    const typo = await play(script, { agent: asked, traced: true });
    expect(typo.script).to.deep.include({ verdict: "errored", step: 2, turn: 4 });
    expect(typo.script?.reason).to.equal(
      'step 2 (toolFailure): nothing took the failure of "lokup": the agent called no tool of that name in its reply, but lookup',
    );
    const [result] = (await evaluate([typo])).results;
    expect([result?.verdict, result?.blame?.party]).to.deep.equal(["errored", "test"]);
    const idle = await play(script, { agent: () => "found" });
    expect(idle.script?.reason).to.contain("no tool of that name came by here");
    const last = await play([steps.inject({ tool: "lokup" }), steps.user("one")], { agent: asked, traced: true });
    expect(last.script).to.deep.include({ verdict: "errored", step: 1 });
    const hungUp = await play([steps.inject({ tool: "lokup" }), steps.user("one")], {
      agent: async () => ({ content: await lookup(), end: "bye" }),
    });
    expect(hungUp.script).to.deep.include({ verdict: "errored" });
    const twice = await play([steps.inject({ tool: "lookup", times: 9 }), steps.user("one"), steps.agent(/./)], {
      agent: () => lookup().catch(() => "It failed."),
    });
    expect(twice.script?.verdict).to.equal("passed");
  });

  it("leaves tools that are to fail alone to fail: what else is intercepted stays so", async () => {
    let refunds = 0;
    const lookup = observe({ type: "tool", name: "lookup" }, () => "found");
    const refund = observe({ type: "tool", name: "refund" }, () => (refunds++, "real money"));
    const asked: Agent = () => {
      try {
        return lookup();
      } catch (error) {
        return `${String(error)}, ${refund()}`;
      }
    };
    const testCase = await play(
      [steps.inject({ tool: "lookup" }), steps.user("one"), steps.agent("Error: lookup failed, mocked")],
      { agent: asked, intercept: interceptTools({ refund: mock("mocked") }), traced: true },
    );
    expect(testCase.script?.reason).to.equal("1 assertion of the script held");
    expect(refunds).to.equal(0);
  });

  it("goes on from a journal at the step where it was, with the same result", async () => {
    const usual = new ScriptedUser(({ turns }) => `usual ${String(turns.length)}`);
    const script = [
      steps.user("Hi"),
      steps.inject({ role: "user", content: "(the line crackles)" }),
      steps.proceed(2),
      steps.agent("usual 5"),
      steps.user("Bye"),
      steps.agent("nothing like it"),
    ];
    const whole = await play(script, { usual });
    expect(whole.script).to.deep.include({ verdict: "failed", step: 6 });
    const directory = mkdtempSync(join(tmpdir(), "script-"));
    try {
      expect(await play(script, { usual, simulate: { journal: directory } })).to.deep.equal(whole);
      const [file = ""] = readdirSync(directory);
      const path = join(directory, file);
      const written = readFileSync(path, "utf8").trimEnd().split("\n");
      expect(written.length).to.be.above(8);
      for (let kept = 1; kept <= written.length; kept++) {
        writeFileSync(path, `${written.slice(0, kept).join("\n")}\n`);
        const {
          askedAgain: _,
          resumedAt: __,
          ...resumed
        } = await play(script, { usual, simulate: { journal: directory } });
        expect(JSON.stringify(resumed)).to.equal(JSON.stringify(whole));
      }
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
