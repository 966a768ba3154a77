import { expect } from "chai";
import fc from "fast-check";
import type { Script } from "../../src/simulator/script/script.js";
import { minimise } from "../../src/fuzz/shrink/minimise.js";
import { shrink } from "../../src/fuzz/shrink/shrink.js";

const has = (items: readonly number[], wanted: readonly number[]): boolean =>
  wanted.every((each) => items.includes(each));

describe("minimise", () => {
  it("leaves exactly what the failure needs, in its order", () =>
    fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(50), { minLength: 1, maxLength: 20 }), fc.nat(), async (items, draw) => {
        const wanted = items.filter((_, at) => (draw >> (at % 20)) % 2 === 1);
        expect(await minimise(items, async (some) => has(some, wanted))).to.deep.equal(wanted);
      }),
    ));

  it("leaves nothing of which one more could go, whatever fails", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(9), { minLength: 1, maxLength: 12 }),
        fc.func(fc.boolean()),
        async (items, draw) => {
          // Any property at all, which need not be monotonic: only the whole is known to fail.
          const fails = async (some: readonly number[]) => some.length === items.length || draw(some);
          const least = await minimise(items, fails, 1);
          for (const at of least.keys())
            if (least.length > 1) expect(await fails(least.toSpliced(at, 1))).to.equal(false);
        },
      ),
    ));

  it("tries few where much can go", async () => {
    let tried = 0;
    const items = Array.from({ length: 1000 }, (_, at) => at);
    const least = await minimise(items, async (some) => {
      tried += 1;
      return some.includes(617);
    });
    expect(least).to.deep.equal([617]);
    expect(tried).to.be.lessThan(60);
  });

  it("keeps as many as it must", async () => {
    expect(await minimise([1, 2, 3], async () => true, 1)).to.have.length(1);
    expect(await minimise([1, 2, 3], async () => true)).to.deep.equal([]);
    expect(await minimise([], async () => true)).to.deep.equal([]);
  });
});

describe("shrink", () => {
  const script: Script = {
    turns: ["hello there", "my order is A-1042 by the way", "nothing", "yes please do it"].map((say) => ({ say })),
    faults: [
      { tool: "look", on: 1, kind: "error" },
      { tool: "refund", on: 2, kind: "timeout" },
    ],
    seed: 0,
  };
  const textOf = ({ turns }: Script): string => turns.map((turn) => ("say" in turn ? turn.say : "")).join("|");
  const by = (fails: (candidate: Script) => boolean) => async (candidate: Script) => ({
    fails: fails(candidate),
    agentCalls: candidate.turns.length,
  });

  it("leaves turns, words and faults out, and joins turns", async () => {
    const attempt = by((each) => /A-1042.*yes/.test(textOf(each)) && each.faults.some(({ tool }) => tool === "refund"));
    const { script: least, minimal } = await shrink(script, attempt, { maxAgentCalls: 1000, words: true });
    expect(least).to.deep.equal({
      turns: [{ say: "A-1042 yes" }],
      faults: [{ tool: "refund", on: 1, kind: "timeout" }],
      seed: 0,
    });
    expect(minimal).to.equal(true);
  });

  it("leaves turns apart that have to be", async () => {
    const attempt = by((each) => /A-1042.*\|.*yes/.test(textOf(each)));
    const { script: least } = await shrink(script, attempt, { maxAgentCalls: 1000, words: true });
    expect(least.turns).to.deep.equal([{ say: "A-1042" }, { say: "yes" }]);
  });

  it("leaves words alone where it is to", async () => {
    const { script: least } = await shrink(
      script,
      by((each) => textOf(each).includes("A-1042")),
      {
        maxAgentCalls: 1000,
        words: false,
      },
    );
    expect(least.turns).to.deep.equal([{ say: "my order is A-1042 by the way" }]);
  });

  it("tries nothing twice, and stops when its calls are spent", async () => {
    const seen: string[] = [];
    const attempt = by((each) => {
      seen.push(JSON.stringify(each));
      return textOf(each).includes("A-1042");
    });
    await shrink(script, attempt, { maxAgentCalls: 1000, words: true });
    expect(new Set(seen).size).to.equal(seen.length);
    const cut = await shrink(script, attempt, { maxAgentCalls: 3, words: true });
    expect(cut.minimal).to.equal(false);
    expect(textOf(cut.script)).to.include("A-1042");
  });
});
