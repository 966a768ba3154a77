// openai 7 asks for Node 22 and runs on 20 as well.
import { createRequire } from "node:module";
import { join } from "node:path";
import { startOpenAIServer, type Behaviour, type OpenAIServer } from "../support/openai-server.js";
import { describeDesk } from "./support/desk-suite.js";
import { folder, load, versionOf, type Example } from "./support/example.js";

interface Desk {
  readonly deskWith: (client: object) => Example["answer"];
}
interface Completions {
  readonly complete: (request: object) => {
    readonly text?: string;
    readonly call?: { readonly id: string; readonly name: string; readonly args: object };
  };
}
type OpenAI = new (options: { readonly apiKey: string; readonly baseURL: string }) => object;

describe(`openai ${versionOf("openai")}, through wrapOpenAI`, () => {
  let server: OpenAIServer;
  after(() => server.close());

  describeDesk("against a loopback server", async () => {
    const [{ deskWith }, { complete }] = await Promise.all([
      load<Desk>("openai.mjs"),
      load<Completions>("support/completions.mjs"),
    ]);
    server = await startOpenAIServer(({ body }): Behaviour => {
      const { text = "", call } = complete(body);
      const usage = { input: 20, output: 5 };
      return call === undefined
        ? { text, usage }
        : { toolCalls: [{ id: call.id, name: call.name, arguments: call.args }], usage };
    });
    const { default: Client } = createRequire(join(folder, "package.json"))("openai") as { readonly default: OpenAI };
    return { answer: deskWith(new Client({ apiKey: "none", baseURL: server.baseURL })) };
  });
});
