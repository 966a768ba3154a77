import { expect } from "chai";
import { RehearsalError } from "../../src/errors.js";
import { messageFor } from "../../src/fuzz/assert-no-violations.js";
import { fastCheck } from "../../src/fuzz/fast-check.js";
import { fuzz } from "../../src/fuzz/fuzz.js";
import type { FuzzOptions } from "../../src/fuzz/fuzz-options.js";
import { contextOf } from "../../src/evaluation/invariants/invariant-context.js";
import { violationsIn } from "../../src/fuzz/judge.js";
import { holdScript } from "../../src/fuzz/hold.js";
import { standardInvariants } from "../../src/evaluation/invariants/standard-invariants.js";
import { ConversationalGolden } from "../../src/golden/conversational-golden.js";
import type { Clock } from "../../src/simulator/clock.js";
import { agentWith, errorOf, golden, shop } from "./shop.js";

/** Time stands still, so that no latency tells two runs apart. */
const still: Clock = { now: () => 0, setTimeout: () => () => undefined };
const options = (more: Partial<FuzzOptions> = {}): FuzzOptions => ({
  agent: agentWith("refunds-again"),
  golden,
  environment: shop,
  seed: "7",
  runs: 40,
  ...more,
});

describe("fuzz", () => {
  it("finds the same at any concurrency", async () => {
    const found = async (maxConcurrent: number) => {
      const { violations, ...rest } = await fuzz(options({ maxConcurrent, clock: still }));
      return JSON.stringify({
        ...rest,
        violations: violations.map(({ testCase: { traces: _, ...testCase }, ...each }) => ({
          ...each,
          testCase: { ...testCase, turns: testCase.turns.map(({ role, content }) => ({ role, content })) },
        })),
      });
    };
    const [one, eight] = [await found(1), await found(8)];
    expect(one).to.include("no-repeated-writes");
    expect(eight).to.equal(one);
  });

  it("finds something else by another seed, and draws a golden's conversations without regard to the others", async () => {
    const first = async (more: Partial<FuzzOptions>) => (await fuzz(options(more))).violations[0];
    const [seven, eight] = [await first({}), await first({ seed: "8" })];
    expect(seven?.testCase.threadId).to.not.equal(eight?.testCase.threadId);
    const other = { id: "other", scenario: "Somebody says hello." };
    const two = await first({ goldens: [other], runs: 80 });
    expect(two?.script).to.deep.equal(seven?.script);
  });

  it("shrinks so far that no turn can be left out", async () => {
    const { violations } = await fuzz(options());
    const [found] = violations;
    if (found === undefined) throw new Error("nothing was found");
    const stage = { agent: agentWith("refunds-again"), environment: shop };
    const parsed = new ConversationalGolden(golden);
    const breaks = async (turns: typeof found.script.turns): Promise<boolean> => {
      const held = await holdScript(stage, parsed, {
        script: { ...found.script, turns },
        id: JSON.stringify(turns),
        seed: "1",
      });
      const all = violationsIn(held.testCase, contextOf(parsed, stage), standardInvariants());
      return all.some(({ invariant }) => invariant === found.invariant);
    };
    expect(await breaks(found.script.turns)).to.equal(true);
    for (const at of found.script.turns.keys())
      expect(await breaks(found.script.turns.toSpliced(at, 1)), `without turn ${String(at + 1)}`).to.equal(false);
  });

  it("spends no more calls on shrinking than it may, and says so", async () => {
    const { violations } = await fuzz(options({ maxShrinkCalls: 5 }));
    expect(violations[0]).to.include({ minimal: false, reproduced: true });
    // The last conversation that was begun is held to its end, and the result is held once more.
    expect(violations[0]?.agentCalls).to.be.lessThan(5 + 2 * 8 + 1);
    const unshrunk = await fuzz(options({ maxShrinkCalls: 0 }));
    expect(unshrunk.violations[0]).to.include({ shrinks: 0, minimal: false, reproduced: true });
  });

  it("begins no more conversations once there are violations enough", async () => {
    const { runs, violations } = await fuzz(options({ runs: 200, maxViolations: 1 }));
    expect(violations).to.have.length(1);
    expect(runs).to.be.lessThan(200);
  });

  it("takes invariants of your own, and names one that throws", async () => {
    const polite = {
      name: "never-says-anything-else",
      check: ({ turns }: { turns: readonly { content: string }[] }) => {
        const at = turns.findIndex(({ content }) => content.includes("Anything else?"));
        return at < 0 ? null : { turn: at + 1, message: "the agent asks whether there is anything else" };
      },
    };
    const { violations } = await fuzz(options({ agent: agentWith(), invariants: [polite] }));
    expect(violations.map(({ invariant, script }) => [invariant, script.turns.length])).to.deep.equal([
      ["never-says-anything-else", 3],
    ]);
    const broken = { name: "broken", check: () => expect.fail("oh") };
    const error = await errorOf(fuzz(options({ invariants: [broken] })));
    expect(error).to.be.instanceOf(RehearsalError);
    expect(error.message).to.equal(
      'fuzz: the invariant "broken" could not be checked in golden "broken-headphones": oh',
    );
  });

  it("tells what else was found once, and how often", async () => {
    const result = await fuzz(options({ runs: 10 }));
    const [first] = result.violations;
    if (first === undefined) throw new Error("nothing was found");
    const said = messageFor(first, [first, first, { ...first, invariant: "other" }], result, "");
    expect(said.split("also found:\n")[1]?.split("\n\n")[0]?.split("\n")).to.deep.equal([
      `  ${first.message}  (no-repeated-writes, turn ${String(first.turn)}, call ${String(first.call)}) 2 times`,
      `  ${first.message}  (other, turn ${String(first.turn)}, call ${String(first.call)})`,
    ]);
  });

  it("says of an agent that does not do the same twice that it was not seen again", async () => {
    let calls = 0;
    const once = {
      name: "once",
      check: () => ((calls += 1) === 1 ? { turn: 2, message: "it happened" } : null),
    };
    const result = await fuzz(options({ invariants: [once], runs: 5 }));
    expect(result.violations[0]).to.include({ reproduced: false, minimal: false });
    expect(() => result.assertNoViolations()).to.throw("the agent does not do the same twice");
  });

  it("stops at the caller's signal and keeps what was found", async () => {
    const controller = new AbortController();
    let calls = 0;
    const agent = agentWith("refunds-again");
    const result = await fuzz(
      options({
        signal: controller.signal,
        agent: (input) => {
          if ((calls += 1) === 30) controller.abort(new Error("enough"));
          return agent(input);
        },
      }),
    );
    expect(result.runs).to.be.lessThan(40);
    expect(result.aborted).to.equal("enough");
    expect(() => result.assertNoViolations()).to.throw();
  });

  it("is no pass where nothing could be told", async () => {
    const untraced = await fuzz({ agent: () => "Hello.", golden, runs: 5, seed: "1" });
    expect(untraced.untold).to.include("no-repeated-writes");
    expect(() => untraced.assertNoViolations()).to.throw(RehearsalError, "observe");
    const broken = await fuzz({
      golden,
      runs: 5,
      seed: "1",
      agent: () => {
        throw Object.assign(new Error("429 Too Many Requests"), { status: 429 });
      },
    });
    expect(broken).to.include({ runs: 5, errored: 5 });
    expect(broken.violations).to.deep.equal([]);
    expect(() => broken.assertNoViolations()).to.throw(RehearsalError, "429 Too Many Requests");
  });

  it("says how to install fast-check where that is absent", async () => {
    const load = () => {
      throw Object.assign(new Error("Cannot find module 'fast-check'"), { code: "MODULE_NOT_FOUND" });
    };
    const error = await errorOf(fuzz(options(), { loadFastCheck: () => fastCheck(load) }));
    expect(error).to.be.instanceOf(RehearsalError).with.property("code", "missing_package");
    expect(error.message).to.include("npm install --save-dev fast-check");
  });

  it("refuses options that make no sense", async () => {
    const told = async (more: object) => (await errorOf(fuzz({ ...options(), ...more }))).message;
    expect(await told({ run: 5 })).to.include('did you mean "runs"?');
    expect(await told({ runs: 0 })).to.include("runs must be a positive integer");
    expect(await told({ golden: undefined })).to.include("give a golden");
    expect(await told({ invariants: [] })).to.include("invariants is empty");
    expect(await told({ maxShrinkCalls: -1 })).to.include("maxShrinkCalls");
    expect(await told({ save: "found.txt" })).to.include("found.txt");
    expect(await told({ agent: "x" })).to.include("agent must be a function");
  });
});
