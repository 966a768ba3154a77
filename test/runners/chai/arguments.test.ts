import * as chai from "chai";
import { RehearsalError } from "../../../src/errors.js";
import { rehearsalChai } from "../../../src/runners/chai/plugin.js";

const { expect } = chai.use(rehearsalChai);

const conversation = {
  turns: [
    { role: "user" as const, content: "hi" },
    {
      role: "assistant" as const,
      content: "hello",
      latencyMs: 5,
      interrupted: false,
      retrievalContext: [],
      toolsCalled: [{ name: "x", inputParameters: { a: 1 } }],
    },
  ],
  endReason: { by: "user" as const, reason: "done" },
};

const noTexts = [undefined, null, "", " \n", 5, Number.NaN, /x/, {}, ["x"], () => "x", Symbol("x"), 5n];
const noWholeNumbers = [undefined, null, 0, -1, 1.5, Number.NaN, Infinity, 2 ** 60, "1", [1], {}, true];
const noObjects = [null, 5, "x", true, [], [{}], /x/, () => ({})];

/** What each matcher is given wrong: the arguments, in lists. */
const wrong: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  calledTool: [
    ...noTexts.map((it) => [it]),
    ...noObjects.map((it) => ["x", it]),
    ["x", { a: undefined }],
    ["absent", { a: undefined }],
    ["x", { a: { b: [undefined] } }],
    ["absent", { a: () => true }],
    ["absent", { a: Number.NaN }],
    ["x", {}, {}],
  ],
  calledTools: [
    ...[undefined, null, "x", 5, {}, () => []].map((it) => [it]),
    ...[undefined, null, "", 5, /x/, {}].map((it) => [[it]]),
    ...noObjects.map((it) => [["x"], it]),
    [["x"], { mod: "exact" }],
    [["x"], { mode: "exakt" }],
    [["x"], { args: 5 }],
    [["x"], { threshold: Number.NaN }],
    [["x"], { include: "all" }],
    [["x"], { retries: "none" }],
    [["x"], {}, {}],
  ],
  exactly: [...noWholeNumbers.map((it) => [it]), [1, 1]],
  inTurn: [...noWholeNumbers.map((it) => [it]), [3], [2, 1]],
  before: [...noTexts.map((it) => [it]), ["x", "y"]],
  after: [...noTexts.map((it) => [it]), ["x", "y"]],
  retrieved: [...noTexts.map((it) => [it]), ["x", "y"]],
  communicated: [...noTexts.map((it) => [it]), ["x", "y"]],
  latency: [
    ...[undefined, ...noObjects].map((it) => [it]),
    [{}],
    [{ max: undefined }],
    [{ p96: 1 }],
    ...[null, -1, Number.NaN, Infinity, "1"].map((it) => [{ max: it }]),
    [{ max: 1 }, {}],
  ],
  interruptions: [
    ...[undefined, ...noObjects].map((it) => [it]),
    [{}],
    [{ atmost: 0 }],
    [{ atMost: 0, atLeast: 1 }],
    ...[undefined, null, -1, 0.5, Number.NaN, "0"].map((it) => [{ atMost: it }]),
    [{ atMost: 0 }, 1],
  ],
  endedBy: [...noTexts.map((it) => [it]), ["usr"], ["user", "cap"]],
  satisfyGolden: [
    ...[undefined, null, "g", 5, [], () => ({})].map((it) => [it]),
    [{ scenario: "s", colour: 1 }],
    [{ input: "q" }],
    [{ scenario: "s", expectedTools: ["x"] }, {}],
  ],
  passMetrics: [
    ...[undefined, null, "m", 5, {}, []].map((it) => [it]),
    [[5]],
    [[undefined]],
    [[{ name: "m", threshold: 1, measure: async () => ({}) }], {}],
  ],
};

/** These speak of the calls found before. */
const chained = ["exactly", "inTurn", "before", "after"];

type Called = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

async function call(matcher: string, args: readonly unknown[], negated: boolean): Promise<unknown> {
  const begun = expect(conversation, "my words").to;
  const before = chained.includes(matcher) ? begun.have.calledTool("x").and : begun;
  const assertion = (negated ? before.not : before) as unknown as Called;
  try {
    await assertion[matcher]?.(...args);
  } catch (error) {
    return error;
  }
  return undefined;
}

const shown = (args: readonly unknown[]): string =>
  args.map((it) => (typeof it === "object" && it !== null ? JSON.stringify(it) : String(it))).join(", ");

describe("a matcher that is given what it can mean nothing by", () => {
  for (const [matcher, calls] of Object.entries(wrong)) {
    it(`${matcher}: says what is wrong, with .not and without`, async () => {
      for (const args of calls) {
        for (const negated of [false, true]) {
          const what = `${negated ? ".not" : ""}.${matcher}(${shown(args)})`;
          const error = await call(matcher, args, negated);
          expect(error, what).to.be.instanceOf(RehearsalError);
          const { message, stack = "", code } = error as RehearsalError;
          expect(["invalid_input", "nothing_asserted"], what).to.include(code);
          expect(message, what).to.match(/^my words: \S/);
          expect(message.length, what).to.be.within(30, 600);
          expect(
            stack.split("\n").find((line) => /^\s+at /.test(line)),
            what,
          ).to.include("arguments.test.ts");
        }
      }
    });
  }

  it("has a row here for every matcher that takes arguments", () => {
    const added = new Set<string>();
    const utils = {
      addMethod: (_: object, name: string) => void added.add(name),
      addProperty: () => undefined,
    };
    rehearsalChai(chai as unknown as Chai.ChaiStatic, utils as unknown as Chai.ChaiUtils);
    expect([...added].sort()).to.deep.equal(Object.keys(wrong).sort());
  });

  it("names what was given, and an example of what is expected", async () => {
    const messageOf = async (matcher: string, ...args: unknown[]) =>
      ((await call(matcher, args, false)) as Error).message;
    expect(await messageOf("calledTool", new RegExp("re\u001bfund"))).to.equal(
      'my words: calledTool() takes the name of a tool, as in calledTool("refund_order"); it was given the regular expression /re\\u{1b}fund/',
    );
    expect(await messageOf("inTurn", "1")).to.include('inTurn(2); it was given the text "1"');
    expect(await messageOf("inTurn", 3)).to.include("inTurn(3): the conversation has turns 1 to 2");
    expect(await messageOf("exactly", Number.NaN)).to.include("it was given NaN");
    expect(await messageOf("communicated", "a", "b")).to.include("what is left over would not be asserted");
    expect(await messageOf("calledTool", "x", { a: { b: undefined } })).to.include("argument a.b");
    expect(await messageOf("calledTools", ["x"], { mod: 1 })).to.include('did you mean "mode"');
    expect(await messageOf("endedBy", "usr"))
      .to.include("user")
      .and.include('"usr"');
  });

  it("knows no turns of what has none", () => {
    const answer = { input: "q", toolsCalled: ["x"] };
    expect(() => expect(answer).to.have.calledTool("x").and.not.inTurn(1)).to.throw(RehearsalError, "has none");
  });
});
