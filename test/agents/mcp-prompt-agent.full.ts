import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { ScriptedModel } from "../../src/models/scripted-model.js";
import { mcpPromptAgent, type McpPromptClient } from "../../src/simulator/index.js";
import { golden, hold, lines, told } from "../simulator/support.js";
import { folder, versionOf } from "./support/example.js";

const { resolve } = createRequire(join(folder, "package.json"));
const load = async <T>(name: string): Promise<T> =>
  (await import(
    pathToFileURL(
      resolve(name)
        .replace("/dist/cjs/", "/dist/esm/")
        .replace(/\.cjs$/, ".js"),
    ).href
  )) as T;

interface Server {
  registerPrompt(name: string, config: object, render: (args: Record<string, string>) => object): void;
  registerTool(name: string, config: object, run: (args: Record<string, string>) => Promise<object>): void;
  connect(transport: unknown): Promise<void>;
}
type Client = McpPromptClient & { connect(transport: unknown): Promise<void>; close(): Promise<void> };

describe(`mcpPromptAgent with the MCP SDK ${versionOf("@modelcontextprotocol/sdk")}`, () => {
  let client: Client;
  before(async () => {
    const sdk = "@modelcontextprotocol/sdk";
    const { McpServer } = await load<{ McpServer: new (info: object) => Server }>(`${sdk}/server/mcp.js`);
    const { Client } = await load<{ Client: new (info: object) => Client }>(`${sdk}/client/index.js`);
    const { InMemoryTransport } = await load<{ InMemoryTransport: { createLinkedPair(): [unknown, unknown] } }>(
      `${sdk}/inMemory.js`,
    );
    const { z } = await load<{ z: { string(): unknown } }>("zod");
    const server = new McpServer({ name: "desk", version: "1.0.0" });
    server.registerPrompt("support", { argsSchema: { tenant: z.string() } }, ({ tenant }) => ({
      messages: [{ role: "user", content: { type: "text", text: `You help customers of ${String(tenant)}.` } }],
    }));
    server.registerTool("look", { description: "Looks.", inputSchema: { id: z.string() } }, async ({ id }) => ({
      content: [{ type: "text", text: `${String(id)} is here` }],
    }));
    client = new Client({ name: "agent", version: "1.0.0" });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await server.connect(theirs);
    await client.connect(ours);
  });
  after(() => client.close());
  const bikes = golden({ variables: { tenant: "Bikes" } });

  it("renders the prompt and calls the tools", async () => {
    const look = { toolCalls: [{ id: "c1", name: "look", arguments: { id: "A-1" } }] };
    const model = new ScriptedModel([look, "It is here."]);
    const agent = mcpPromptAgent({
      client,
      prompt: "support",
      arguments: { tenant: "{{variables.tenant}}" },
      model,
      tools: true,
    });
    const testCase = await hold(agent, { lines: ["Where is A-1?"], golden: bikes });
    expect(lines(testCase)).to.deep.equal(["user: Where is A-1?", "assistant: It is here."]);
    expect(testCase.turns[1]?.toolsCalled).to.deep.equal([
      { name: "look", type: "mcp", inputParameters: { id: "A-1" }, id: "c1", output: "A-1 is here" },
    ]);
    expect(model.requests[0]?.messages[0]).to.deep.equal({ role: "system", content: "You help customers of Bikes." });
    expect(model.requests[0]?.tools).to.have.nested.property("[0].parameters.properties.id");
  });

  it("says which arguments the server wants, and which prompts it has", async () => {
    const model = new ScriptedModel([]);
    expect(told(await hold(mcpPromptAgent({ client, prompt: "support", model })))).to.match(
      /did not render the prompt "support" \(arguments: none\): .*tenant.* It offers: support\./s,
    );
    expect(told(await hold(mcpPromptAgent({ client, prompt: "sales", model })))).to.match(
      /sales not found.* It offers: support\./,
    );
  });
});
