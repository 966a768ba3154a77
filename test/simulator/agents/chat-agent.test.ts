import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { ConversationalGoldenInput } from "../../../src/golden/conversational-golden.js";
import { RehearsalError } from "../../../src/errors.js";
import { chatAgent, type ChatAgentOptions } from "../../../src/simulator/index.js";
import { answer, fault, startOpenAIServer, type Script } from "../../support/openai-server.js";
import { golden, hold, lines, told } from "../support.js";

interface Reported {
  readonly input: {
    readonly system: string;
    readonly golden: ConversationalGoldenInput;
    readonly lines: readonly string[];
  };
  readonly expected: { readonly system: string; readonly requests: number };
}

/** Holds a conversation with an agent at a loopback server, and tells what that was sent. */
async function talk(script: Script, options: Partial<ChatAgentOptions> = {}, held: Parameters<typeof hold>[1] = {}) {
  await using server = await startOpenAIServer(script);
  const agent = chatAgent({ baseURL: server.baseURL, model: "support", ...options });
  const testCase = await hold(agent, { lines: ["one", "two"], ...held });
  return { testCase, requests: server.requests, bodies: server.requests.map(({ body }) => body) };
}
const tenant = golden({ variables: { shop: "Bikes" }, facts: { order_id: "A-1" } });

describe("chatAgent", () => {
  for (const stream of [false, true]) {
    it(`sends the whole conversation${stream ? ", and takes a stream" : ""}`, async () => {
      const { testCase, bodies } = await talk(
        ["Hello there.", "Bye."],
        { stream, system: "You help {{variables.shop}}." },
        { golden: tenant },
      );
      expect(lines(testCase)).to.deep.equal(["user: one", "assistant: Hello there.", "user: two", "assistant: Bye."]);
      expect(bodies[1]).to.deep.equal({
        model: "support",
        messages: [
          { role: "system", content: "You help Bikes." },
          { role: "user", content: "one" },
          { role: "assistant", content: "Hello there." },
          { role: "user", content: "two" },
        ],
        ...(stream && { stream }),
      });
    });
  }

  it("sends key, headers and what is to be added, golden and thread included", async () => {
    const body = { temperature: 0, user: "{{threadId}}", metadata: { order: "{{golden.facts.order_id}}" } };
    const { testCase, requests } = await talk(
      ["Hello.", "Bye."],
      { apiKey: "sk-1", headers: { "x-a": "b" }, body },
      { golden: tenant },
    );
    expect(requests[0]?.headers).to.include({ authorization: "Bearer sk-1", "x-a": "b" });
    expect(requests[0]?.body).to.deep.include({ temperature: 0, user: testCase.threadId, metadata: { order: "A-1" } });
    const byFunction = await talk(["Hello.", "Bye."], {
      system: ({ golden: { id } }) => id,
      body: () => ({ top_p: 1 }),
    });
    expect(byFunction.bodies[0]).to.deep.include({ top_p: 1 });
    expect(byFunction.bodies[0]?.messages).to.deep.include({ role: "system", content: "refund" });
  });

  it("speaks first, and goes on from the golden's turns", async () => {
    const shy = golden({ persona: { characteristics: "Shy.", speaksFirst: false } });
    const first = await talk(["Welcome.", "Yes."], { greetingPrompt: "(rings)" }, { golden: shy, lines: ["one"] });
    expect(lines(first.testCase)).to.deep.equal(["assistant: Welcome.", "user: one", "assistant: Yes."]);
    expect(first.bodies.map(({ messages }) => (messages as unknown[])[0])).to.deep.equal(
      Array(2).fill({ role: "user", content: "(rings)" }),
    );
    const seeded = golden({
      turns: [
        { role: "user", content: "a" },
        { role: "assistant", content: "b" },
      ],
    });
    const { bodies } = await talk(["c"], {}, { golden: seeded, lines: ["one"] });
    expect((bodies[0]?.messages as { content: string }[]).map(({ content }) => content)).to.deep.equal([
      "a",
      "b",
      "one",
    ]);
  });

  it("sends its system prompt in every turn of a simulation (promptfoo/promptfoo#3214)", async () => {
    const path = new URL("../../fixtures/reported/promptfoo-3214.json", import.meta.url);
    const { input, expected } = JSON.parse(readFileSync(path, "utf8")) as Reported;
    const held = { golden: golden(input.golden), lines: input.lines };
    const { bodies } = await talk(() => "Soon.", { system: input.system }, held);
    expect(bodies.map(({ messages }) => (messages as unknown[])[0])).to.deep.equal(
      Array(expected.requests).fill({ role: "system", content: expected.system }),
    );
  });

  it("hangs up where the completion says so", async () => {
    const { testCase } = await talk(["Goodbye."], { reply: () => ({ content: "Goodbye.", end: "all is done" }) });
    expect(told(testCase)).to.equal("agent | all is done | no error");
  });

  it("says what a server refuses, as the agent's own words", async () => {
    const { testCase } = await talk([{ refusal: "I can't help." }], {}, { lines: ["one"] });
    expect(lines(testCase)).to.deep.equal(["user: one", "assistant: I can't help."]);
  });

  const failures: readonly [name: string, script: Script, said: RegExp, stream?: boolean][] = [
    [
      "tools are asked for",
      [answer.call("refund")],
      /chatAgent: the server asked for refund to be called\. An agent calls/,
    ],
    [
      "tools are asked for in a stream",
      [answer.call("refund")],
      /chatAgent: the server asked for refund to be called/,
      true,
    ],
    [
      "nothing fits into its limit",
      [{ text: "", finishReason: "length" }],
      /said nothing, and stopped for the reason "length"/,
    ],
    [
      "it is no chat completion",
      [{ fault: "body", body: '{"answer":"x"}' }],
      /answered \{ answer: string \}, and no chat completion\. Check baseURL/,
    ],
    ["it is a page", [fault.html], /chatAgent: the server answered "<html>.*, and no chat completion/],
    [
      "a stream tells of an error",
      [{ fault: "body", contentType: "text/event-stream", body: 'data: {"error":{"message":"overloaded"}}\n\n' }],
      /chatAgent: the stream broke off: overloaded\./,
      true,
    ],
    [
      "the status is no success",
      [fault.serverError()],
      /POST http:.*\/v1\/chat\/completions answered 500 .*The server had an error/,
    ],
  ];
  for (const [name, script, said, stream = false] of failures) {
    it(`fails where ${name}, after one request`, async () => {
      const { testCase, requests } = await talk(script, { stream });
      expect(testCase.error).to.match(said).and.contain('Golden "refund", turn 2');
      expect(requests).to.have.length(1);
    });
  }

  it("fails where the golden does not have what the system prompt names", async () => {
    const { testCase } = await talk([], { system: "You help {{variables.shop}}." });
    expect(testCase.error).to.match(
      /turn 2: chatAgent: system has \{\{variables\.shop\}\}, and golden "refund" has none\. Add it to the golden, or take it out\./,
    );
  });

  it("lets go of its request at the deadline", async () => {
    await using server = await startOpenAIServer(() => fault.hang);
    const caller = new AbortController();
    const agent = chatAgent({ baseURL: server.baseURL, model: "m" });
    const { given } = await import("./answering-server.js");
    const asked = Promise.resolve(agent(given({ signal: caller.signal }))).then(
      () => null,
      (error: Error) => error.message,
    );
    const { closed } = await server.received(1);
    caller.abort(new Error("late"));
    expect(await asked).to.equal("late");
    expect(await closed).to.equal("broken");
  });

  it("refuses options that can't be meant", () => {
    const wrong: readonly [object, RegExp][] = [
      [{ baseURL: "localhost:8000" }, /chatAgent: baseURL must be an http\(s\) address/],
      [{ model: "" }, /model must be the name/],
      [{ system: "{{shop}}" }, /chatAgent: system has \{\{shop\}\}, which there is not; there are \{\{input\}\}/],
      [{ body: { a: "{{golden.facts[}}" } }, /chatAgent: body: the path "\$\.facts\[" is not understood/],
      [{ stream: true, reply: () => "" }, /reply is made of a whole completion/],
      [{ sytem: "" }, /did you mean "system"/],
    ];
    for (const [options, said] of wrong) {
      expect(() => chatAgent({ baseURL: "http://127.0.0.1:1/v1", model: "m", ...options })).to.throw(
        RehearsalError,
        said,
      );
    }
  });
});
