import { expect } from "chai";
import fc from "fast-check";
import { fault, interceptTools, mock, pass, refuse, runIntercepted, type Rule } from "../../src/environment/index.js";
import { observe } from "../../src/tracing/index.js";

const kinds = fc.constantFrom("error", "timeout", "garbage", "slow" as const);
const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1 });
const aFault = fc
  .record({ kind: kinds, on: numbers, takesEffect: fc.boolean() })
  .map((options) => fault({ ...options, ms: 0 }));
const rule: fc.Arbitrary<Rule> = fc.oneof(aFault, fc.constantFrom(pass, refuse(), mock("mocked")));
const rules = fc.dictionary(fc.constantFrom("pay", "get_order"), fc.array(rule, { minLength: 1, maxLength: 3 }));
const names = fc.array(fc.constantFrom("pay", "get_order", "send", "list_all"), { maxLength: 12 });

/** One tool of each kind that a function can be. */
function tools(real: string[]) {
  const did = (name: string): string => `${String(real.push(name))} real`;
  return (name: string) => [
    observe({ type: "tool", name }, () => did(name)),
    observe({ type: "tool", name }, async () => did(name)),
    observe({ type: "tool", name }, function* () {
      yield did(name);
    }),
    observe({ type: "tool", name }, async function* () {
      yield did(name);
    }),
  ];
}

async function use(tool: () => unknown): Promise<void> {
  try {
    const result = await tool();
    if (typeof result === "object" && result !== null) for await (const _ of result as AsyncIterable<unknown>);
  } catch {
    // Refused, or failed.
  }
}

describe("laws of interception", () => {
  it("no tool that may write is ever called where writes are refused, of whatever kind and by whatever rule but pass", async () => {
    await fc.assert(
      fc.asyncProperty(rules, names, async (given, list) => {
        const real: string[] = [];
        const make = tools(real);
        const plan = interceptTools(given, { writes: "refuse" });
        const { calls } = await runIntercepted(plan, async () => {
          for (const name of list) for (const tool of make(name)) await use(tool);
        });
        const passing = new Set(Object.entries(given).flatMap(([name, each]) => (each.includes(pass) ? [name] : [])));
        const allowed = (name: string): boolean => passing.has(name) || name === "get_order" || name === "list_all";
        expect(real.filter((name) => !allowed(name))).to.deep.equal([]);
        expect(calls).to.have.length(list.length * 4);
        const letThrough = calls.filter(
          ({ did, fault: kind }) => did === "passed" || (did === "failed" && kind !== undefined),
        );
        expect(real.length).to.be.at.most(letThrough.length);
      }),
    );
  });

  it("the same calls by the same plan are decided in the same way", async () => {
    await fc.assert(
      fc.asyncProperty(rules, names, async (given, list) => {
        const run = async () => {
          const make = tools([]);
          const { calls } = await runIntercepted(interceptTools(given, { writes: "refuse" }), async () => {
            for (const name of list) for (const tool of make(name)) await use(tool);
          });
          return calls;
        };
        expect(await run()).to.deep.equal(await run());
      }),
      { numRuns: 30 },
    );
  });

  it("arguments that can't be read are no fault of the agent", async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const pay = observe({ type: "tool", name: "pay" }, (_: object) => "paid");
    const { result, calls } = await runIntercepted(interceptTools({}), () => pay(proxy));
    expect(result).to.equal("paid");
    expect(calls).to.deep.equal([{ name: "pay", did: "passed", nth: 1 }]);
  });
});
