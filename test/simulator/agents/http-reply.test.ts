import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { RehearsalError } from "../../../src/errors.js";
import { httpAgent, type HttpAgentOptions } from "../../../src/simulator/index.js";
import { rejectionOf } from "../../support/rejection.js";
import { virtualClock } from "../../support/virtual-clock.js";
import { hold, told } from "../support.js";
import { given, httpAgentBehindServer, textOf } from "./answering-server.js";

describe("httpAgent", () => {
  const { at, ask } = httpAgentBehindServer();
  const failure = async (options: Partial<HttpAgentOptions> = {}, input = given()): Promise<string> => {
    const error = await rejectionOf(ask(options, input));
    expect(error).to.be.instanceOf(RehearsalError).with.property("code", "agent_failed");
    return (error as Error).message;
  };

  describe("finds the reply", () => {
    it("by a path or by a function", async () => {
      at.server.json({ choices: [{ message: { content: "deep" } }] });
      expect(await ask({ reply: "$.choices[0].message.content" })).to.equal("deep");
      const agent = httpAgent<{ choices: readonly unknown[] }>({
        url: at.server.url,
        body: {},
        reply: (a) => `${a.choices.length} choices`,
      });
      expect(await agent(given())).to.equal("1 choices");
    });

    it("as a turn, where that is what is answered", async () => {
      at.server.json({ turn: { role: "assistant", content: "Hello", toolsCalled: ["look"] } });
      const testCase = await hold(httpAgent({ url: at.server.url, body: {}, reply: "$.turn" }), { lines: ["one"] });
      expect(testCase.turns[1]).to.deep.include({ content: "Hello" });
      expect(testCase.turns[1]?.toolsCalled?.map(({ name }) => name)).to.deep.equal(["look"]);
    });

    it("as text, where nothing else is said", async () => {
      at.server.plain("just text");
      expect(await textOf(await httpAgent({ url: at.server.url, body: {} })(given()))).to.equal("just text");
      at.server.json("a JSON text");
      expect(await textOf(await httpAgent({ url: at.server.url, body: {} })(given()))).to.equal("a JSON text");
    });

    it("in an event stream, piece by piece", async () => {
      const event = (data: string) => `data: ${data}\n\n`;
      const tokens = ["Hel", "lo"].map((token) => event(JSON.stringify({ delta: { text: token } })));
      at.server.plain([...tokens, event('{"usage":3}'), event("[DONE]"), event("after")].join(""), "text/event-stream");
      expect(await ask({ reply: "$.delta.text" })).to.equal("Hel|lo");
      at.server.plain(event("Hel") + event("lo"), "text/event-stream; charset=utf-8");
      expect(await ask({ reply: (data) => (data as string).toUpperCase() })).to.equal("HEL|LO");
    });

    it("in a stream so that the reply begins with its first piece", async () => {
      const clock = virtualClock();
      at.server.respond = (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" }).write('data: {"answer":"a"}\n\n');
        void clock.whenPending(2).then(async () => {
          await clock.advance(500);
          response.end('data: {"answer":"b"}\n\n');
        });
      };
      const agent = httpAgent({ url: at.server.url, body: {}, reply: "$.answer" });
      const testCase = await hold(
        async (input) => {
          const reply = (await agent(input)) as AsyncIterable<string>;
          return (async function* () {
            for await (const piece of reply) {
              yield piece;
              if (piece === "a") clock.setTimeout(() => undefined, 10_000);
            }
          })();
        },
        { lines: ["one"], clock },
      );
      expect(testCase.turns[1]).to.deep.include({ content: "ab", latencyMs: 0 });
    });
  });

  describe("fails", () => {
    it("naming path and shape where there is no reply in the answer", async () => {
      at.server.json({ data: { text: "Hi", items: [{ id: 1 }, { id: 2 }] }, ok: true });
      expect(await failure()).to.equal(
        `POST ${at.server.url} gave no reply: "$.answer" matches nothing: the answer is ` +
          '{ data: { text: string, items: [{ id: number }, … 2] }, ok: boolean } and has no "answer".',
      );
      expect(await failure({ reply: "$.data.reply" })).to.match(
        /"\$\.data\.reply" matches nothing: \$\.data is \{ text: string, .*\} and has no "reply"; the whole answer is \{ data:/,
      );
      expect(await failure({ reply: "$.data.items[5]" })).to.contain("and has no item 5");
      expect(await failure({ reply: "$.ok" })).to.contain('"$.ok" leads to boolean, and not to a text');
    });

    it("with status and excerpt where the status is no success", async () => {
      at.server.json({ error: "no such\n   model" }, 500);
      expect(await failure()).to.equal(
        `POST ${at.server.url} answered 500 Internal Server Error: "{\\"error\\":\\"no such\\\\n   model\\"}".`.replace(
          "   ",
          " ",
        ),
      );
      at.server.plain("", "text/plain", 404);
      expect(await failure()).to.equal(`POST ${at.server.url} answered 404 Not Found and nothing else.`);
    });

    it("where JSON is needed and something else is answered", async () => {
      at.server.plain("<html>Sign in</html>", "text/html");
      expect(await failure()).to.equal(
        `POST ${at.server.url} answered text/html: "<html>Sign in</html>", and JSON is needed for reply: "$.answer".`,
      );
      at.server.plain("", "application/json");
      expect(await failure({ reply: (answer) => String(answer) })).to.contain("an empty body, and JSON is not valid");
      at.server.json({ answer: "Hello" });
      const error = await rejectionOf(Promise.resolve(httpAgent({ url: at.server.url, body: {} })(given())));
      expect((error as Error).message).to.equal(
        `POST ${at.server.url} answered { answer: string }. Say where the reply is in it, for example reply: "$.answer".`,
      );
    });

    it("where nothing of a stream is text, or the stream tells of an error", async () => {
      at.server.plain('data: {"usage":3}\n\n', "text/event-stream");
      expect(await failure()).to.contain(
        'streamed no text: "$.answer" matches nothing: the answer is { usage: number }',
      );
      at.server.plain('data: {"answer":"a"}\n\nevent: error\ndata: overloaded\n\n', "text/event-stream");
      expect(await failure()).to.contain('sent an error: "overloaded"');
    });

    it("where nobody listens, without telling what is secret in the address", async () => {
      const closed = createServer();
      await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
      const { port } = closed.address() as AddressInfo;
      await new Promise((resolve) => closed.close(resolve));
      expect(await failure({ url: `http://127.0.0.1:${String(port)}/chat?key=secret` })).to.match(
        /^POST http:\/\/127\.0\.0\.1:\d+\/chat could not be sent: connect ECONNREFUSED 127\.0\.0\.1:\d+\. See that the agent is running\.$/,
      );
    });

    it("where the connection breaks in the middle", async () => {
      at.server.respond = (response) => {
        response.writeHead(200, { "content-type": "application/json" }).write('{"ans');
        setImmediate(() => response.destroy());
      };
      expect(await failure()).to.match(/^POST .* broke its answer off: /);
    });

    it("when its time is up, with the place in the simulation and no place in our code", async () => {
      const clock = virtualClock();
      at.server.respond = () => void clock.advance(3_000);
      const agent = httpAgent({ url: at.server.url, body: {}, timeoutMs: 3_000 }, { clock });
      const error = told(await hold(agent, { lines: ["one"] }));
      expect(error).to.match(/turn 2: POST .*\/chat did not answer within 3000 ms\.$/);
    });

    it("when the caller gives up, and lets go of the request", async () => {
      const call = new AbortController();
      const gone = new Promise((resolve) => {
        at.server.respond = (response) => {
          response.on("close", resolve);
          call.abort(new Error("enough"));
        };
      });
      const error = await rejectionOf(ask({}, given({ signal: call.signal })));
      expect((error as Error).message).to.equal("enough");
      await gone;
    });
  });
});
