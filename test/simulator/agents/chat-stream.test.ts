import { expect } from "chai";
import fc from "fast-check";
import { chatAgent, httpAgent, type ChatAgentOptions } from "../../../src/simulator/index.js";
import { hold, lines } from "../support.js";
import { startAnsweringServer, type AnsweringServer } from "./answering-server.js";

const event = (data: unknown): string => `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
const chunk = (content: string | null, finish_reason: string | null = null, index = 0) => ({
  choices: [{ index, delta: { content }, finish_reason }],
});
const end = chunk("", "stop");

describe("the stream of a chat completion", () => {
  let server: AnsweringServer;
  before(async () => void (server = await startAnsweringServer()));
  after(() => server.close());

  const answered = async (body: string, options: Partial<ChatAgentOptions> = { stream: true }) => {
    server.plain(body, "text/event-stream");
    const agent = chatAgent({ baseURL: server.url, model: "m", ...options });
    const testCase = await hold(agent, { lines: ["a"] });
    return testCase.error ?? lines(testCase)[1];
  };

  const whole: readonly [string, readonly unknown[]][] = [
    ["has both ends", [chunk("he"), chunk("llo"), end, "[DONE]"]],
    ["ends with a finish_reason alone", [chunk("he"), chunk("llo"), end]],
    ["ends with [DONE] alone", [chunk("he"), chunk("llo"), "[DONE]"]],
    ["was cut at its limit", [chunk("hello"), chunk(null, "length"), "[DONE]"]],
    ["has events of no text", [{ choices: [] }, chunk("hello"), end, { choices: [], usage: {} }, "[DONE]"]],
    ["has several completions", [chunk("he"), chunk("x", null, 1), chunk("llo"), end, "[DONE]"]],
    ["is one completion that is whole", [{ choices: [{ message: { content: "hello" }, finish_reason: "stop" }] }]],
  ];
  for (const [name, events] of whole) {
    it(`is read where it ${name}, whether or not it was asked for`, async () => {
      const body = events.map(event).join("");
      for (const options of [{ stream: true }, {}, { body: { stream: true } }])
        expect(await answered(body, options)).to.equal("assistant: hello");
    });
  }

  const broken: readonly [string, string, RegExp][] = [
    ["ends before its end", event(chunk("I will ")), /the stream broke off: it ended with neither a finish_reason nor/],
    ["ends before it began", "", /the stream broke off: it ended with neither/],
    ["ends within an event", event(chunk("I will ")) + 'data: {"choices":[{"del', /an event of the stream is no JSON/],
    ["has an event that is none", [chunk("a"), "{broken", end, "[DONE]"].map(event).join(""), /is no JSON: "{broken"/],
    ["has only its end", event("[DONE]"), /the server streamed no text and no finish_reason/],
    ["was filtered", event(chunk(null, "content_filter")), /said nothing, and stopped for the reason "content_filter"/],
    ["was filtered, and says so", event(chunk("", "content_filter")) + event("[DONE]"), /reason "content_filter"/],
    ["broke at the provider", event(chunk("a")) + event(chunk("", "error")), /its finish_reason is "error"/],
  ];
  for (const [name, body, said] of broken) {
    it(`is a failure where it ${name}`, async () => {
      for (const options of [{ stream: true }, {}]) expect(await answered(body, options)).to.match(said);
    });
  }

  it("is whole, or a failure, wherever it is cut", async () => {
    const body = [chunk("I will "), chunk("not refund"), end, "[DONE]"].map(event).join("");
    await fc.assert(
      fc.asyncProperty(fc.nat(body.length), async (length) => {
        const outcome = await answered(body.slice(0, length));
        if (outcome !== "assistant: I will not refund")
          expect(outcome).to.match(/stream broke off|broke its answer off/);
      }),
      { numRuns: 60 },
    );
  });

  it("is refused where a function waits for a whole completion", async () => {
    expect(await answered(event(end), { reply: () => "x", body: { stream: true } })).to.match(
      /chatAgent: the server streams its answer, and reply is made of a whole completion\. Take stream out of body/,
    );
  });
});

describe("a stream of an agent's own form", () => {
  it("is a failure where an event is half of one, or none came", async () => {
    const server = await startAnsweringServer();
    const agent = httpAgent({ url: server.url, body: {}, reply: "$.answer" });
    for (const [body, said] of [
      ['data: {"answer":"I will "}\n\ndata: {"answer":"not', /broke its answer off: an event of the stream is no JSON/],
      ["", /streamed no text: there is none in its events/],
    ] as const) {
      server.plain(body, "text/event-stream");
      expect((await hold(agent, { lines: ["a"] })).error).to.match(said);
    }
    server.close();
  });
});
