// openai 7 asks for Node 22 and runs on 20 as well.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect } from "chai";
import type OpenAI from "openai";
import type { ClientOptions } from "openai";
import { wrapOpenAI } from "../../../instrumentation/openai/index.js";
import { answer, fault, startOpenAIServer, type Script } from "../../support/openai-server.js";
import { question, traceOfWork } from "./support/loop.js";

const folder = join(import.meta.dirname, "versions");
const require = createRequire(join(folder, "package.json"));
const parameters = { type: "object" as const, properties: {} };
const refund = () => ({
  type: "function" as const,
  function: {
    name: "refund",
    description: "",
    parameters,
    parse: JSON.parse as (text: string) => object,
    function: () => "done",
  },
});

describe("wrapOpenAI, of each version of openai that it is for", () => {
  for (const version of [4, 5, 6, 7])
    describe(`openai ${String(version)}`, () => {
      const name = `openai${String(version)}`;
      before(function () {
        if (!existsSync(join(folder, "node_modules", name)))
          throw new Error("Run node scripts/setup.mjs --agents first.");
      });

      const recorded = async (script: Script, work: (client: OpenAI) => unknown) => {
        await using server = await startOpenAIServer(script);
        const Client = (require(name) as { readonly default: new (options: ClientOptions) => OpenAI }).default;
        const client = wrapOpenAI(new Client({ apiKey: "key", baseURL: server.baseURL, maxRetries: 0 }));
        const { trace, error } = await traceOfWork(() => work(client));
        return { trace, error, output: JSON.stringify(trace.spans.map(({ output }) => output)) };
      };
      /** In openai 4 the helpers are in `beta`. */
      const helpers = (client: OpenAI): OpenAI["chat"]["completions"] =>
        (version === 4 ? (client as unknown as { beta: { chat: OpenAI["chat"] } }).beta.chat : client.chat).completions;
      const body = { model: "m", messages: question };

      const ways: readonly [string, (client: OpenAI) => unknown][] = [
        ["create", ({ chat }) => chat.completions.create(body)],
        [
          "a stream",
          async ({ chat }) => {
            for await (const _ of await chat.completions.create({ ...body, stream: true }));
          },
        ],
        ["the helper stream", (client) => helpers(client).stream(body).finalContent()],
        ["parse", (client) => helpers(client).parse(body)],
        ["withResponse", ({ chat }) => chat.completions.create(body).withResponse()],
        ["asResponse", async ({ chat }) => (await chat.completions.create(body).asResponse()).json()],
      ];
      for (const [way, work] of ways)
        it(`records ${way}`, async () => {
          const { error, output, trace } = await recorded(["Hello there."], work);
          expect(error).to.equal(undefined);
          expect(trace.spans).to.have.lengthOf(1);
          expect(output).to.contain("Hello there.");
        });

      it("records runTools with its calls", async () => {
        const { error, trace } = await recorded([answer.call("refund", { id: "A-1" }), "Done."], (client) =>
          helpers(client)
            .runTools({ ...body, tools: [refund()] })
            .finalContent(),
        );
        expect(error).to.equal(undefined);
        expect(
          trace.toolsCalled.map(({ name: tool, inputParameters, output }) => [tool, inputParameters, output]),
        ).to.deep.equal([["refund", { id: "A-1" }, "done"]]);
      });

      it("records a refusal, and hands on the error of the package", async () => {
        const { error, trace } = await recorded([fault.unauthorized()], ({ chat }) => chat.completions.create(body));
        expect(error).to.have.property("status", 401);
        expect(trace.spans[0]?.error).to.be.a("string");
      });

      it("records embeddings", async () => {
        const { error, trace } = await recorded([], ({ embeddings }) => embeddings.create({ model: "e", input: "a" }));
        expect(error).to.equal(undefined);
        expect(trace.spans).to.have.lengthOf(1);
      });
    });
});
