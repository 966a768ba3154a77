import { context, createContextKey } from "@opentelemetry/api";
import { expect } from "chai";
import { captureTrace, ConversationSimulator, RehearsalError, ScriptedUser } from "../../../src/index.js";
import { httpAgent, type AgentInput, type HttpAgentOptions } from "../../../src/simulator/index.js";
import { given, httpAgentBehindServer, textOf } from "./answering-server.js";

describe("httpAgent", () => {
  const { at, ask } = httpAgentBehindServer();

  describe("asks", () => {
    it("with what a function makes of the turn, as JSON, with the headers that lead its spans back", async () => {
      const body = ({ input, threadId }: AgentInput) => ({ message: input, thread: threadId });
      expect(await ask({ body, headers: { authorization: "key" } })).to.equal("Hello");
      expect(at.server.seen).to.have.length(1);
      expect(at.server.seen[0]).to.include({
        method: "POST",
        url: "/chat",
        body: '{"message":"Hi","thread":"thread-1"}',
      });
      expect(at.server.seen[0]?.headers).to.include({
        "content-type": "application/json",
        traceparent: "00-aa-bb-01",
        baggage: "rehearsal.run=r",
        authorization: "key",
      });
    });

    it("when it is called by hand, with the headers of the run around", async () => {
      const agent = httpAgent({
        url: at.server.url,
        body: { message: "{{input}}", turns: "{{messages}}" },
        reply: "$.answer",
      });
      let around = "";
      const { result } = await captureTrace(({ headers }) => {
        around = headers.traceparent;
        return agent({ input: "Hi", threadId: "t" });
      });
      expect(result).to.equal("Hello");
      const [seen] = at.server.seen;
      expect(seen?.body).to.equal('{"message":"Hi","turns":[{"role":"user","content":"Hi"}]}');
      expect(seen?.headers.traceparent).to.equal(around);
      expect(seen?.headers.baggage).to.match(/^rehearsal\.run=/);
      expect(await agent({ input: null })).to.equal("Hello");
      expect(at.server.seen[1]?.headers).to.not.have.any.keys("baggage", "traceparent");
    });

    it("and refuses what is no turn, saying what it takes", async () => {
      const agent = httpAgent({ url: at.server.url, body: {} }) as (given: unknown) => Promise<unknown>;
      for (const given of [undefined, "Hi", {}, { input: 5 }, { message: "Hi" }]) {
        const error: unknown = await agent(given).catch((thrown: unknown) => thrown);
        expect(error).to.be.instanceOf(RehearsalError);
        expect((error as Error).message).to.match(/^An agent over HTTP is called with \{ input, threadId, … \}/);
      }
    });

    it("with a template filled in", async () => {
      const template = { text: "{{input}}", list: ["in {{threadId}}: {{ input }}", 1, null], messages: "{{messages}}" };
      await ask({ body: template });
      await ask({ body: template }, given({ input: null, turns: [] }));
      expect(at.server.seen.map(({ body }) => JSON.parse(body) as unknown)).to.deep.equal([
        { text: "Hi", list: ["in thread-1: Hi", 1, null], messages: [{ role: "user", content: "Hi" }] },
        { text: null, list: ["in thread-1: ", 1, null], messages: [] },
      ]);
    });

    it("with texts and forms as they are", async () => {
      await ask({ body: () => "Hi there" });
      await ask({ body: ({ input }) => new URLSearchParams({ q: input ?? "" }) });
      expect(at.server.seen.map(({ body }) => body)).to.deep.equal(["Hi there", "q=Hi"]);
      expect(at.server.seen[1]?.headers["content-type"]).to.match(/^application\/x-www-form-urlencoded/);
    });

    it("by GET, with what the user says in the address", async () => {
      const options = {
        method: "GET",
        url: ({ input }: AgentInput) => `${at.server.url}?q=${String(input)}`,
        reply: "$.answer",
      };
      expect(await textOf(await httpAgent(options)(given()))).to.equal("Hello");
      expect(at.server.seen[0]).to.include({ method: "GET", url: "/chat?q=Hi", body: "" });
    });

    it("with baggage of the user's own beside ours, and without trace headers where nothing is traced", async () => {
      await ask({ headers: async () => ({ baggage: "tenant=1" }) });
      await ask({}, given({ headers: { traceparent: "", baggage: "" } }));
      expect(at.server.seen[0]?.headers.baggage).to.equal("tenant=1,rehearsal.run=r");
      expect(at.server.seen[1]?.headers).to.not.have.any.keys("baggage", "traceparent");
    });

    it("so that an instrumentation of the global fetch adds no second traceparent, and one's own fetch stays traced", async () => {
      const suppressed = createContextKey("OpenTelemetry SDK Context Key SUPPRESS_TRACING");
      const states: unknown[] = [];
      const fetchBefore = globalThis.fetch;
      const spy: typeof fetch = (...args) => {
        states.push(context.active().getValue(suppressed));
        return fetchBefore(...args);
      };
      globalThis.fetch = spy;
      try {
        const simulate = (own: object) =>
          new ConversationSimulator({
            agent: httpAgent({ url: at.server.url, body: {}, reply: "$.answer", ...own }),
            user: new ScriptedUser(["one"]),
          }).simulate({ conversationalGoldens: [{ id: "g", scenario: "s" }] });
        await simulate({});
        await simulate({ fetch: spy });
      } finally {
        globalThis.fetch = fetchBefore;
      }
      expect(states).to.deep.equal([true, undefined]);
    });
  });

  it("refuses options that can't be meant", () => {
    const wrong: readonly [object, RegExp][] = [
      [{ url: "/chat", body: {} }, /url must be absolute; got "\/chat"/],
      [
        { url: at.server.url, body: {}, replay: "$" },
        /unknown option "replay" \(did you mean "reply"\?\); known options: url, method/,
      ],
      [{ url: at.server.url }, /a POST needs body, for example/],
      [{ url: at.server.url, method: "GET", body: {} }, /a GET has no body/],
      [
        { url: at.server.url, body: { text: "{{message}}" } },
        /body has \{\{message\}\}, .* there are \{\{input\}\}, \{\{threadId\}\}/,
      ],
      [{ url: at.server.url, body: {}, reply: "answer" }, /does not begin with "\$"/],
      [{ url: at.server.url, body: {}, reply: 1 }, /reply must be a path or a function/],
      [{ url: at.server.url, body: {}, timeoutMs: 0 }, /timeoutMs must be a positive number/],
    ];
    for (const [options, message] of wrong) {
      expect(() => httpAgent(options as HttpAgentOptions)).to.throw(RehearsalError, message);
    }
  });
});
