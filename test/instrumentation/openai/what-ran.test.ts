import { expect } from "chai";
import type OpenAI from "openai";
import { knowsTools, observe } from "../../../src/tracing/index.js";
import { forgetObservedTools } from "../../../src/tracing/run/observed-tools.js";
import { answer, type Answer } from "../../support/openai-server.js";
import { question, traceOfWork, wrappedLoop } from "./support/loop.js";

type Run = (name: string, given: Record<string, never>) => unknown;
type Asked = NonNullable<Answer["toolCalls"]>[number];

/** What is on record where a model asks for these, a turn each, and the app does with them what it does. */
async function recorded(asked: readonly (readonly Asked[])[], run: Run, last: "answers" | "is not asked" = "answers") {
  await using loop = await wrappedLoop([...asked.map((calls) => answer.calls(...calls)), "Done."]);
  const { trace } = await traceOfWork(async () => {
    const messages: OpenAI.Chat.ChatCompletionMessageParam[] = [...question];
    for (let turn = 0; turn < asked.length + (last === "answers" ? 1 : 0); turn++) {
      const { choices } = await loop.client.chat.completions.create({ model: "m", messages });
      const message = choices[0]?.message;
      if (message === undefined) throw new Error("no answer");
      messages.push(message);
      for (const call of message.tool_calls ?? []) {
        if (call.type !== "function") continue;
        const said = await run(call.function.name, JSON.parse(call.function.arguments) as Record<string, never>);
        messages.push({ role: "tool", tool_call_id: call.id, content: JSON.stringify(said) });
      }
    }
  });
  return trace;
}

const shown = ({ toolsCalled }: Awaited<ReturnType<typeof recorded>>) =>
  toolsCalled.map(({ id, inputParameters, executed, output }) => [id, inputParameters, executed ?? true, output]);

const move = { name: "move", arguments: { from: "A", to: "B", amount: 5 }, id: "a" };
const moved = (given: unknown) => ["a", given, true, "moved"];

describe("a call that a model asked for and that an observed tool ran", () => {
  afterEach(forgetObservedTools);

  for (const [name, run, expected] of [
    ["the same", (by, { from, to, amount }) => by(from, to, amount), move.arguments],
    ["the same and a context", (by, { from, to, amount }) => by(from, to, amount, { user: "u" }), move.arguments],
    ["another sum", (by, { from, to, amount }) => by(from, to, amount * 100), { ...move.arguments, amount: 500 }],
    [
      "a number as text",
      (by, { from, to, amount }) => by(from, to, String(amount)),
      { ...move.arguments, amount: "5" },
    ],
    ["one less", (by, { from, to }) => by(from, to), { "0": "A", "1": "B" }],
    // Nothing tells in which order the function wants them.
    ["the same in another order", (by, { from, to, amount }) => by(to, from, amount), { "0": "B", "1": "A", "2": 5 }],
  ] as readonly [string, (by: (...given: unknown[]) => unknown, asked: typeof move.arguments) => unknown, object][]) {
    it(`has the arguments that it was given, by their places: ${name}`, async () => {
      const tool = observe({ type: "tool", name: "move" }, async (...given: unknown[]) => given.length && "moved");
      const trace = await recorded([[move]], (_, asked) => run(tool, asked as never));
      expect(shown(trace)).to.deep.equal([moved(expected)]);
    });
  }

  for (const [name, change] of [
    ["another value", { amount: 500 }],
    ["another type", { amount: "5" }],
    ["one added", { currency: "EUR" }],
    ["one dropped", { amount: undefined }],
  ] as const) {
    it(`has the arguments that it was given, as one object: ${name}`, async () => {
      const tool = observe({ type: "tool", name: "move" }, async (given: object) => given && "moved");
      const given = JSON.parse(JSON.stringify({ ...move.arguments, ...change })) as object;
      expect(shown(await recorded([[move]], () => tool(given)))).to.deep.equal([moved(given)]);
    });
  }

  it("did not run where the app turned it down and told the model so", async () => {
    const pay = observe({ type: "tool", name: "pay" }, async () => "paid");
    const asked = [[{ name: "pay", arguments: { x: 1 }, id: "a" }], [{ name: "pay", arguments: { x: 1 }, id: "b" }]];
    let count = 0;
    const trace = await recorded(asked, () => (count++ === 0 ? "denied" : pay()));
    expect(shown(trace)).to.deep.equal([
      ["a", { x: 1 }, false, "denied"],
      ["b", { x: 1 }, true, "paid"],
    ]);
    expect(knowsTools(trace)).to.equal(true);
  });

  it("may not have run where the model was told something and nothing observed ran", async () => {
    observe({ type: "tool", name: "pay" }, async () => "paid");
    const trace = await recorded([[{ name: "pay", arguments: { x: 1 }, id: "a" }]], () => "denied");
    expect(knowsTools(trace)).to.equal(false);
    expect(trace.missing.join()).to.include("no run of it is on record: call 1 (pay)");
  });

  it("may have run where it is not observed and no model was told what came of it", async () => {
    const pay = [{ name: "pay", arguments: { x: 1 }, id: "a" }];
    const direct = await recorded([pay], () => "paid", "is not asked");
    expect(shown(direct)).to.deep.equal([["a", { x: 1 }, false, undefined]]);
    expect(knowsTools(direct)).to.equal(false);
    observe({ type: "tool", name: "other" }, async () => "");
    expect(knowsTools(await recorded([pay], () => "paid", "is not asked"))).to.equal(false);
    observe({ type: "tool", name: "pay" }, async () => "");
    expect(knowsTools(await recorded([pay], () => "paid", "is not asked"))).to.equal(true);
  });
});
