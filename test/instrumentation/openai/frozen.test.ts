import { expect } from "chai";
import OpenAI from "openai";
import { RehearsalError } from "../../../src/errors.js";
import { wrapOpenAI } from "../../../instrumentation/openai/index.js";
import { interceptTools, runIntercepted } from "../../../src/environment/index.js";
import { captureTrace } from "../../../src/tracing/index.js";

const made = (): OpenAI => new OpenAI({ apiKey: "none", baseURL: "http://127.0.0.1:1/v1" });

describe("wrapOpenAI: a client that can't be patched", () => {
  const places: readonly [string, (client: OpenAI) => void, RegExp][] = [
    [
      "in its chat",
      ({ chat }) => Object.freeze(chat.completions),
      /can't record chat\.completions\.create, chat\.completions\.runTools: /,
    ],
    ["in its responses", ({ responses }) => Object.freeze(responses), /can't record responses\.create: /],
    [
      "in all",
      (client) => [client.chat.completions, client.responses, client.embeddings].forEach((each) => Object.freeze(each)),
      /can't record chat\.completions\.create, responses\.create, .*the client is frozen there/,
    ],
  ];
  for (const [where, freeze, said] of places)
    it(`is refused where it is frozen ${where}`, () => {
      const client = made();
      freeze(client);
      expect(() => wrapOpenAI(client)).to.throw(RehearsalError, said);
    });

  it("is none where it was wrapped before it was frozen", () => {
    const client = wrapOpenAI(made());
    Object.freeze(client.chat.completions);
    expect(wrapOpenAI(client)).to.equal(client);
  });
});

describe("wrapOpenAI: runFunctions of openai 4", () => {
  /** Runs what it is given, as that does. */
  class Completions {
    create = (): unknown => Promise.resolve({});
    async runFunctions(this: unknown, { functions }: Body): Promise<unknown> {
      const [first] = functions;
      return first?.function.call(first, first.parse?.('{"id":"A-1"}') ?? '{"id":"A-1"}');
    }
  }
  interface Body {
    readonly functions: readonly {
      readonly name?: string;
      parse?: typeof JSON.parse;
      function(given: unknown): unknown;
    }[];
  }
  const client = () => {
    const completions = new Completions();
    return wrapOpenAI({ chat: { completions: { create: completions.create } }, beta: { chat: { completions } } });
  };
  let calls = 0;
  const refund = { name: "refund_order", parse: JSON.parse, fee: 1, function: refundOrder };
  function refundOrder(this: { readonly fee: number }, given: unknown): unknown {
    calls += this.fee;
    return { given };
  }

  it("records each call, and leaves the functions as they are", async () => {
    const { completions } = client().beta.chat;
    const { trace } = await captureTrace(() => completions.runFunctions({ functions: [refund] }));
    expect(trace.toolsCalled).to.have.lengthOf(1);
    expect(trace.toolsCalled[0]).to.deep.include({ name: "refund_order", inputParameters: { id: "A-1" } });
    expect(trace.toolsCalled[0]?.output).to.deep.equal({ given: { id: "A-1" } });
    expect(refund.function).to.equal(refundOrder);
  });

  it("is intercepted", async () => {
    calls = 0;
    const { completions } = client().beta.chat;
    const work = () => completions.runFunctions({ functions: [refund] });
    await runIntercepted(interceptTools({}, { writes: "refuse" }), work).catch(() => undefined);
    expect(calls).to.equal(0);
  });
});
