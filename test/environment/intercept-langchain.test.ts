// The real package is exercised by `interception.full.ts` in test/agents; it is too large for everyday installs.
import { expect } from "chai";
import {
  interceptLangChainTools,
  interceptTools,
  mock,
  pass,
  refuse,
  runIntercepted,
} from "../../src/environment/index.js";
import { messageOf } from "./support/shop.js";
import { FunctionTool } from "./support/write-tools.js";

/** As much of a tool of `@langchain/core` as matters: `invoke` checks the arguments and makes a message of the answer. */
class StructuredTool {
  readonly name: string;
  readonly responseFormat: string;
  readonly #func: (args: unknown) => unknown;
  constructor(name: string, func: (args: unknown) => unknown, responseFormat = "content") {
    this.name = name;
    this.#func = func;
    this.responseFormat = responseFormat;
  }
  async invoke(input: { readonly args: unknown; readonly id: string }): Promise<object> {
    const result = await this._call(input.args);
    if (this.responseFormat !== "content_and_artifact") return { tool_call_id: input.id, content: result };
    const [content, artifact] = result as [unknown, unknown];
    return { tool_call_id: input.id, content, artifact };
  }
  async _call(args: unknown): Promise<unknown> {
    return this.#func(args);
  }
}

/** As much of LangChain's runnables as matters: a class may stream and batch in a way of its own. */
abstract class Runnable {
  abstract invoke(input: unknown): Promise<unknown>;
  batch(inputs: readonly unknown[]): Promise<unknown[]> {
    return Promise.all(inputs.map((input) => this.invoke(input)));
  }
  async *stream(input: unknown): AsyncGenerator<unknown> {
    yield await this.invoke(input);
  }
}

class Lambda extends Runnable {
  readonly #func: (input: unknown) => Promise<unknown>;
  constructor(func: (input: unknown) => Promise<unknown>) {
    super();
    this.#func = func;
  }
  invoke(input: unknown): Promise<unknown> {
    return this.#func(input);
  }
  override batch(inputs: readonly unknown[]): Promise<unknown[]> {
    return Promise.all(inputs.map((input) => this.#func(input)));
  }
  override async *stream(input: unknown): AsyncGenerator<unknown> {
    yield* String(await this.#func(input)).split("|");
  }
}

class Bound extends Runnable {
  name: string;
  bound: Runnable;
  constructor(name: string, bound: Runnable) {
    super();
    this.name = name;
    this.bound = bound;
  }
  invoke(input: unknown): Promise<unknown> {
    return this.bound.invoke(input);
  }
  override batch(inputs: readonly unknown[]): Promise<unknown[]> {
    return this.bound.batch(inputs);
  }
  override stream(input: unknown): AsyncGenerator<unknown> {
    return this.bound.stream(input);
  }
  withConfig(): Bound {
    return new Bound(this.name, this.bound);
  }
}

describe("interception of LangChain's tools", () => {
  const call = { args: { id: "1" }, id: "call-1" };
  const make = (format?: string) => {
    const real: unknown[] = [];
    const pay = new StructuredTool("pay", (args) => real.push(args), format);
    return { pay, real };
  };

  it("leaves tools what they are, in place", async () => {
    const { pay, real } = make();
    const keys = Object.keys(pay);
    const tools = [pay] as const;
    expect(interceptLangChainTools(tools)).to.equal(tools);
    const opened = Reflect.get(pay, "_call") as unknown;
    interceptLangChainTools(tools);
    expect(Reflect.get(pay, "_call")).to.equal(opened);
    expect(pay).to.be.instanceOf(StructuredTool);
    expect(Object.keys(pay)).to.deep.equal(keys);
    expect(await pay.invoke(call)).to.deep.equal({ tool_call_id: "call-1", content: 1 });
    expect(real).to.deep.equal([{ id: "1" }]);
  });

  it("answers within, so that the framework still makes its message of it", async () => {
    const { pay, real } = make();
    interceptLangChainTools([pay]);
    const plan = interceptTools({ pay: mock((args: object) => ({ ...args, ok: true })) });
    const { result } = await runIntercepted(plan, () => pay.invoke(call));
    expect(result).to.deep.equal({ tool_call_id: "call-1", content: { id: "1", ok: true } });
    expect(real).to.deep.equal([]);
  });

  it("answers with a pair where the tool does", async () => {
    const { pay } = make("content_and_artifact");
    interceptLangChainTools([pay]);
    const answers = async (value: unknown) =>
      (await runIntercepted(interceptTools({ pay: mock(value) }), () => pay.invoke(call))).result;
    expect(await answers("text")).to.deep.include({ content: "text", artifact: null });
    expect(await answers(["text", [1]])).to.deep.include({ content: "text", artifact: [1] });
  });

  it("refuses by an error, and passes", async () => {
    const { pay, real } = make();
    interceptLangChainTools([pay]);
    const { result } = await runIntercepted(interceptTools({ pay: refuse("no") }), () =>
      messageOf(() => pay.invoke(call)),
    );
    expect(result).to.equal("no");
    const { calls } = await runIntercepted(interceptTools({ pay: pass }), () => pay.invoke(call));
    expect(calls).to.deep.equal([{ name: "pay", did: "passed", nth: 1, args: { id: "1" } }]);
    expect(real).to.have.length(1);
  });

  it("is not got around by calling its function, by a copy, or by another name", async () => {
    let real = 0;
    const make = () => new FunctionTool("refund_order", async () => (real += 1));
    const calls: ((tool: FunctionTool) => Promise<unknown>)[] = [
      (tool) => tool.func({}),
      (tool) => Object.assign(Object.create(FunctionTool.prototype) as FunctionTool, tool).invoke({}),
      (tool) => Object.assign(tool, { name: "get_thing" }).invoke({}),
    ];
    for (const call of calls) {
      const [tool] = interceptLangChainTools([make()] as const);
      const words = await messageOf(() => runIntercepted(interceptTools({}, { writes: "refuse" }), () => call(tool)));
      expect(words).to.include("is switched off and did nothing");
    }
    expect(real).to.equal(0);
    const [renamed] = interceptLangChainTools([make()] as const);
    renamed.name = "get_thing";
    const words = runIntercepted(interceptTools({ refund_order: mock(7) }), () => renamed.invoke({}));
    expect(await words.catch(String)).to.include("is also the tool refund_order, which is kept from being called");
  });

  it("is not got around by batches, streams, or what is made of a runnable that is a tool", async () => {
    let real = 0;
    const ways: readonly ((tool: Bound) => Promise<unknown>)[] = [
      (tool) => tool.invoke(1),
      (tool) => tool.batch([1, 2]),
      async (tool) => {
        const pieces: unknown[] = [];
        for await (const piece of tool.stream(1)) pieces.push(piece);
        return pieces;
      },
      (tool) => tool.withConfig().invoke(1),
      (tool) => tool.withConfig().batch([1, 2]),
      (tool) => Object.assign(Object.create(Bound.prototype) as Bound, tool).batch([1, 2]),
    ];
    const lambda = new Lambda(async (input) => {
      real += 1;
      return `real ${String(input)}`;
    });
    for (const way of ways) {
      const plain = await way(new Bound("refund_order", lambda));
      real = 0;
      const [tool] = interceptLangChainTools([new Bound("refund_order", lambda)] as const);
      interceptLangChainTools([tool]);
      expect(await messageOf(() => runIntercepted(interceptTools({}, { writes: "refuse" }), () => way(tool)))).to.match(
        /^refund_order is switched off and did nothing/,
      );
      const { result } = await runIntercepted(interceptTools({ refund_order: mock("mocked") }), () => way(tool));
      expect([result].flat().every((each) => each === "mocked")).to.equal(true);
      expect(real).to.equal(0);
      const { result: passed } = await runIntercepted(interceptTools({ refund_order: pass }), () => way(tool));
      expect([passed].flat()[0]).to.equal("real 1");
      expect(await way(tool), "outside").to.deep.equal(plain);
    }
    expect(await lambda.invoke(3)).to.equal("real 3");
  });

  it("says what is no tool", async () => {
    expect(await messageOf(() => interceptLangChainTools([{ name: "x" }]))).to.match(
      /^interceptLangChainTools: \[0\] is no tool/,
    );
    expect(await messageOf(() => interceptLangChainTools([undefined as never]))).to.include("it is undefined");
  });
});
