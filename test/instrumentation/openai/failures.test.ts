import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import OpenAI from "openai";
import { everyFault, fault, startOpenAIServer } from "../../support/openai-server.js";
import { rejectionOf } from "../../support/rejection.js";
import { plainClient, question, traceOfWork, wrappedLoop } from "./support/loop.js";

const asking = { model: "m", messages: question };

describe("wrapOpenAI: failures", () => {
  const failing: Record<string, new (...args: never[]) => Error> = {
    "429 with Retry-After": OpenAI.RateLimitError,
    "429 without Retry-After": OpenAI.RateLimitError,
    "429 with an empty body": OpenAI.RateLimitError,
    "500": OpenAI.InternalServerError,
    "401": OpenAI.AuthenticationError,
    disconnect: OpenAI.APIConnectionError,
    "cut body": TypeError,
    "malformed JSON": SyntaxError,
  };
  for (const [name, type] of Object.entries(failing)) {
    it(`${name}: is thrown as it is without us, and on record`, async () => {
      const behaviour = everyFault[name] ?? name;
      await using server = await startOpenAIServer(() => behaviour);
      await using loop = await wrappedLoop(() => behaviour);
      const expected = (await rejectionOf(plainClient(server).chat.completions.create(asking))) as Error;
      const { trace, error } = await traceOfWork(() => loop.client.chat.completions.create(asking));
      expect(error).to.be.instanceOf(type);
      expect({ ...(error as object), headers: null }).to.deep.equal({ ...expected, headers: null });
      expect(error).to.have.property("message", expected.message);
      expect(trace.spans).to.have.length(1);
      expect(trace.spans[0]).to.include({ name: "chat m", status: "error", error: expected.message });
      expect(trace.spans[0]?.input).to.deep.equal([{ role: "user", parts: [{ type: "text", content: "Hi" }] }]);
    });
  }

  it("an aborted request is on record", async () => {
    await using loop = await wrappedLoop([fault.hang]);
    const caller = new AbortController();
    const { trace, error } = await traceOfWork(async () => {
      const asked = loop.client.chat.completions.create(asking, { signal: caller.signal });
      void loop.server.received(1).then(() => caller.abort());
      await asked;
    });
    expect(error).to.be.instanceOf(OpenAI.APIUserAbortError);
    expect(trace.spans[0]).to.include({ status: "error", error: "Request was aborted." });
  });

  it("a call that is refused before any request is thrown at once, as without us", async () => {
    await using loop = await wrappedLoop([]);
    const nothing = undefined as unknown as OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;
    expect(() => loop.client.chat.completions.create(nothing)).to.throw(TypeError);
    const { trace } = await traceOfWork(() => loop.client.chat.completions.create(nothing));
    expect(trace.spans[0]).to.include({ name: "chat", status: "error" });
  });

  it("that nobody handles are as unhandled as without us, once", () => {
    const child = fileURLToPath(new URL("./children/unhandled.ts", import.meta.url));
    const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", child], { encoding: "utf8" });
    expect(stderr).to.equal("");
    const once = ["429 Rate limit reached for requests"];
    expect(JSON.parse(stdout)).to.deep.equal({ plain: once, wrapped: once });
  });

  it("of ours never reach the caller", async () => {
    await using loop = await wrappedLoop(["Fine."]);
    const hostile = { role: "user" as const, content: "Hi" };
    Object.defineProperty(hostile, "name", {
      get: () => {
        throw new Error("a getter that throws");
      },
    });
    const { trace, error } = await traceOfWork(() =>
      loop.client.chat.completions.create({ model: "m", messages: [hostile] }),
    );
    expect(error).to.equal(undefined);
    expect(trace.output).to.equal("Fine.");
  });
});
