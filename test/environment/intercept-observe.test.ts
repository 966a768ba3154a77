import { expect } from "chai";
import {
  fault,
  Interception,
  interceptTools,
  mock,
  pass,
  refuse,
  runIntercepted,
} from "../../src/environment/index.js";
import { observe } from "../../src/tracing/index.js";
import { virtualClock } from "../support/virtual-clock.js";
import { desk, run } from "./support/desk.js";
import { messageOf } from "./support/shop.js";

describe("interception of what observe wraps", () => {
  it("answers a call instead of its tool, and has it on record as the agent's call", async () => {
    const { refund, real } = desk();
    const plan = interceptTools({ refund_order: mock({ ok: true }) });
    const { result, trace } = await run(plan, () => refund({ order_id: "A-1" }));
    expect(result.result).to.deep.equal({ ok: true });
    expect(real).to.deep.equal([]);
    expect(trace.toolsCalled[0]).to.deep.include({
      name: "refund_order",
      inputParameters: { order_id: "A-1" },
      output: { ok: true },
    });
    expect(trace.toolsCalled[0]).to.not.have.property("executed");
    expect(trace.spans[0]?.metadata).to.deep.equal({ intercepted: "mocked" });
    expect(result.calls).to.deep.equal([{ name: "refund_order", did: "mocked", nth: 1, args: { order_id: "A-1" } }]);
  });

  it("gives a mock the arguments, the number of the call and the real tool", async () => {
    const { refund, total, real } = desk();
    const plan = interceptTools({
      refund_order: mock(({ order_id }: { order_id: string }, { nth, real: call }) =>
        nth === 1 ? `${order_id} ${String(nth)}` : call(),
      ),
      total: mock((args: unknown) => JSON.stringify(args)),
    });
    const { result } = await run(plan, async () => [
      await refund({ order_id: "A-1" }),
      await refund({ order_id: "A-2" }),
      total(1, 2),
    ]);
    expect(result.result).to.deep.equal(["A-1 1", { refunded: "A-2" }, '{"a":1,"b":2}']);
    expect(real).to.deep.equal(["A-2"]);
  });

  it("gives every call a copy of the value", async () => {
    const { refund } = desk();
    const { result } = await run(interceptTools({ refund_order: mock({ list: [1] }) }), async () => {
      const first = (await refund({ order_id: "A" })) as unknown as { list: number[] };
      first.list.push(2);
      return refund({ order_id: "A" });
    });
    expect(result.result).to.deep.equal({ list: [1] });
  });

  it("refuses: the agent gets an error, and the call never ran", async () => {
    const { refund, real } = desk();
    const { result, trace } = await run(interceptTools({}, { writes: "refuse" }), () =>
      messageOf(() => refund({ order_id: "A-1" })),
    );
    expect(result.result).to.equal("refund_order is switched off and did nothing");
    expect(real).to.deep.equal([]);
    expect(trace.toolsCalled[0]).to.deep.include({ name: "refund_order", executed: false, error: result.result });
    expect(trace.spans[0]?.metadata).to.deep.equal({ intercepted: "refused" });
    expect(result.calls).to.have.length(1);
  });

  it("leaves what writes and says it doesn't, and believes a declaration more than a name", async () => {
    const getRefund = observe({ type: "tool", name: "get_refund", write: true }, () => "paid");
    const convert = observe({ type: "tool", name: "convert", write: false }, () => "converted");
    const { result } = await run(interceptTools({}, { writes: "refuse" }), async () => [
      await messageOf(getRefund),
      convert(),
    ]);
    expect(result.result).to.deep.equal(["get_refund is switched off and did nothing", "converted"]);
  });

  it("keeps every function of its kind", async () => {
    const { total, words, stream } = desk();
    const plan = interceptTools({ total: mock(7), words: mock(["a", "b"]), stream: mock(async () => "c") });
    const { result, trace } = await run(plan, async () => {
      const streamed: string[] = [];
      for await (const piece of stream()) streamed.push(piece);
      return { sum: total(1, 2), words: [...words()], streamed };
    });
    expect(result.result).to.deep.equal({ sum: 7, words: ["a", "b"], streamed: ["c"] });
    expect(trace.toolsCalled.map(({ output }) => output)).to.deep.equal(["c", 7, "ab"]);
    const refused = interceptTools({ total: refuse("no"), words: refuse("no") });
    await run(refused, () => {
      expect(() => total(1, 2)).to.throw("no");
      const iterator = words();
      expect(() => iterator.next()).to.throw("no");
    });
  });

  it("keeps this, and asynchronous functions asynchronous", async () => {
    class Account {
      readonly id = "x";
      pay = observe({ type: "tool", name: "pay" }, async function (this: Account) {
        return this.id;
      });
    }
    const account = new Account();
    const plan = interceptTools({ pay: [fault({ on: 2, kind: "slow", ms: 0 }), pass] });
    const { result } = await run(plan, async () => [await account.pay(), await account.pay()]);
    expect(result.result).to.deep.equal(["x", "x"]);
    await run(interceptTools({ pay: refuse("no") }), async () => {
      const promise = account.pay();
      expect(promise).to.be.instanceOf(Promise);
      expect(await messageOf(() => promise)).to.equal("no");
    });
  });

  it("concerns retrievers only by name, and nothing that is no tool", async () => {
    const { policies, agent } = desk();
    const refusing = await run(interceptTools({}, { writes: "refuse" }), async () => [await policies("q"), agent()]);
    expect(refusing.result.result).to.deep.equal([["real policy"], "no tool"]);
    const { trace } = await run(interceptTools({ policies: mock(["mocked policy"]), refund_order: mock(1) }), () =>
      policies("q"),
    );
    expect(trace.retrievalContext).to.deep.equal(["mocked policy"]);
  });

  it("touches nothing outside of a simulation, nor after it, nor in another at the same time", async () => {
    const { refund, real } = desk();
    expect(await refund({ order_id: "before" })).to.deep.equal({ refunded: "before" });
    const answers = await Promise.all(
      ["a", "b", "c"].map(async (name) => {
        const plan = name === "c" ? interceptTools({}) : interceptTools({ refund_order: mock(name) });
        const { result } = await runIntercepted(plan, async () => {
          await new Promise(setImmediate);
          return refund({ order_id: name });
        });
        return result;
      }),
    );
    expect(answers).to.deep.equal(["a", "b", { refunded: "c" }]);
    await refund({ order_id: "after" });
    expect(real).to.deep.equal(["before", "c", "after"]);
  });

  it("fails the call it is told to fail, and counts the calls of a conversation", async () => {
    const { refund, real } = desk();
    const plan = interceptTools({ refund_order: fault({ on: 2, kind: "timeout", takesEffect: true }) });
    const { result } = await run(plan, async () => [
      await refund({ order_id: "1" }),
      await messageOf(() => refund({ order_id: "2" })),
      await refund({ order_id: "3" }),
    ]);
    expect(result.result).to.deep.equal([{ refunded: "1" }, "refund_order timed out", { refunded: "3" }]);
    expect(real).to.deep.equal(["1", "2", "3"]);
    expect(result.calls.map(({ did, fault: kind }) => [did, kind])).to.deep.equal([
      ["passed", undefined],
      ["failed", "timeout"],
      ["passed", undefined],
    ]);
  });

  it("is slow by the clock that was given", async () => {
    const clock = virtualClock();
    const { refund } = desk();
    const interception = new Interception(interceptTools({ refund_order: fault({ kind: "slow", ms: 50 }) }), {
      timer: clock,
    });
    let answer: unknown;
    void interception.within(() => refund({ order_id: "1" })).then((value) => (answer = value));
    await clock.advance(49);
    expect(answer).to.equal(undefined);
    await clock.advance(1);
    expect(answer).to.deep.equal({ refunded: "1" });
  });

  it("is slow with a stream before its first piece", async () => {
    const clock = virtualClock();
    const { stream } = desk();
    const plan = interceptTools({ stream: fault({ kind: "slow", ms: 50 }) });
    let piece: unknown;
    void new Interception(plan, { timer: clock }).within(() => stream().next()).then(({ value }) => (piece = value));
    await clock.advance(49);
    expect(piece).to.equal(undefined);
    await clock.advance(1);
    expect(piece).to.equal("real");
  });

  it("counts a tool within a tool of the same name once", async () => {
    const inner = observe({ type: "tool", name: "pay" }, () => "paid");
    const outer = observe({ type: "tool", name: "pay" }, () => inner());
    const { result } = await run(interceptTools({ pay: fault({ on: 2, kind: "error" }) }), () => outer());
    expect(result.result).to.equal("paid");
    expect(result.calls).to.have.length(1);
  });
});
