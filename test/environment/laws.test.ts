import { expect } from "chai";
import fc from "fast-check";
import { fault, replayActions } from "../../src/environment/index.js";
import { shop, shopState } from "./support/shop.js";

const call = fc.record({
  name: fc.constantFrom("lookup_order", "refund_order", "no_tool"),
  args: fc.oneof(fc.record({ order_id: fc.constantFrom("A-1", "A-2", "B-1") }), fc.jsonValue()),
});
const calls = fc.array(call, { maxLength: 12 });
const faulty = () =>
  shop({
    lookup_order: fault({ kind: "garbage", probability: 0.3 }),
    refund_order: [
      fault({ kind: "timeout", on: [1, 3], takesEffect: true }),
      fault({ kind: "error", probability: 0.3 }),
    ],
  });

describe("laws of a world", () => {
  it("the same calls lead to the same results and the same state", () => {
    fc.assert(
      fc.property(calls, fc.string(), (list, seed) => {
        const run = () => {
          const world = faulty().open({ seed });
          const results = list.map(({ name, args }) => world.apply(name, args));
          return { results, snapshot: world.snapshot };
        };
        expect(run()).to.deep.equal(run());
      }),
    );
  });

  it("no snapshot ever changes, and each goes through JSON unharmed", () => {
    fc.assert(
      fc.property(calls, (list) => {
        const world = faulty().open();
        const taken = list.map(({ name, args }) => {
          world.apply(name, args);
          return { snapshot: world.snapshot, text: JSON.stringify(world.snapshot) };
        });
        for (const { snapshot, text } of taken) {
          expect(JSON.stringify(snapshot)).to.equal(text);
          expect(JSON.parse(text)).to.deep.equal(snapshot);
        }
      }),
    );
  });

  it("from any snapshot the rest goes as it went", () => {
    fc.assert(
      fc.property(calls, calls, (first, rest) => {
        const world = faulty().open();
        for (const { name, args } of first) world.apply(name, args);
        const from = JSON.parse(JSON.stringify(world.snapshot)) as typeof world.snapshot;
        const again = faulty().open({ from });
        const run = (of: typeof world) => rest.map(({ name, args }) => of.apply(name, args));
        expect(run(again)).to.deep.equal(run(world));
        expect(again.snapshot).to.deep.equal(world.snapshot);
      }),
    );
  });

  it("worlds at work at the same time do not mix", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(calls, { minLength: 2, maxLength: 4 }), fc.scheduler(), async (lists, scheduler) => {
        const environment = shop();
        const worlds = lists.map(() => environment.open());
        const works = lists.map(async (list, index) => {
          for (const { name, args } of list) {
            await scheduler.schedule(Promise.resolve());
            await worlds[index]?.call(name, args).catch(() => undefined);
          }
        });
        await scheduler.waitIdle();
        await Promise.all(works);
        lists.forEach((list, index) => {
          const alone = environment.open();
          for (const { name, args } of list) alone.apply(name, args);
          expect(worlds[index]?.snapshot).to.deep.equal(alone.snapshot);
        });
        expect(environment.begin().state).to.deep.equal(shopState());
      }),
    );
  });

  it("a replay of the calls that a world took leads to its state", () => {
    fc.assert(
      fc.property(calls, (list) => {
        const world = shop().open();
        const took = list.filter(({ name, args }) => world.apply(name, args).type === "returned");
        const actions = took.map(({ name, args }) => ({
          name,
          inputParameters: args as { readonly order_id: string },
        }));
        const { state, failures } = replayActions(shop(), actions);
        expect(failures).to.deep.equal([]);
        expect(state).to.deep.equal(world.state);
      }),
    );
  });
});
