import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { instrumentMcpClient } from "../../instrumentation/mcp/index.js";
import {
  createEnvironment,
  interceptLangChainTools,
  interceptMcpClient,
  interceptTools,
  mock,
  refuse,
  runIntercepted,
  Stage,
} from "../../src/environment/index.js";
import { captureTrace } from "../../src/tracing/index.js";
import { folder, versionOf } from "./support/example.js";

const { resolve } = createRequire(join(folder, "package.json"));
/** The packages of the examples, as their own modules see them. */
const load = async <T>(name: string): Promise<T> =>
  (await import(
    pathToFileURL(
      resolve(name)
        .replace(/\.cjs$/, ".js")
        .replace("/dist/cjs/", "/dist/esm/"),
    ).href
  )) as T;

const booking = createEnvironment({
  state: { booked: [] as string[] },
  tools: {
    book: {
      write: true,
      run: (state, args: { readonly bike?: string }) => {
        if (state.booked.includes(args.bike ?? "")) throw new Error("it is booked already");
        state.booked.push(args.bike ?? "");
        return { booked: args.bike ?? null };
      },
    },
  },
});

interface Tool {
  readonly name: string;
  invoke(input: unknown): Promise<unknown>;
}

describe(`interception of LangChain's tools, ${versionOf("@langchain/core")}`, () => {
  let real: string[];
  let book: Tool;
  let tools: { readonly tool: (func: unknown, fields: object) => Tool; readonly DynamicStructuredTool: new () => Tool };
  let schema: unknown;
  before(async function () {
    this.timeout(120_000);
    tools = await load("@langchain/core/tools");
    const { z } = await load<{ z: { object(shape: object): unknown; string(): unknown } }>("zod");
    schema = z.object({ bike: z.string() });
  });
  const make = (format?: string) =>
    interceptLangChainTools([
      tools.tool(
        async ({ bike }: { bike: string }) => {
          real.push(bike);
          return format === undefined ? `booked ${bike}` : [`booked ${bike}`, { bike }];
        },
        { name: "book", description: "Books a bike.", schema, ...(format !== undefined && { responseFormat: format }) },
      ),
    ])[0];
  const made = (format?: string): Tool => {
    const tool = make(format);
    if (tool === undefined) throw new Error("no tool");
    return tool;
  };
  beforeEach(() => {
    real = [];
    book = made();
  });
  const call = { type: "tool_call", id: "call-1", name: "book", args: { bike: "gravel" } };

  it("does what it did outside of a simulation, and stays of its class", async () => {
    expect(book).to.be.instanceOf(tools.DynamicStructuredTool);
    expect(await book.invoke({ bike: "gravel" })).to.equal("booked gravel");
    expect(real).to.deep.equal(["gravel"]);
  });

  it("makes its own message of what a mock answers", async () => {
    const plan = interceptTools({ book: mock({ ok: true }) });
    const { result } = await runIntercepted(plan, () => book.invoke(call));
    expect(result).to.deep.include({ content: '{"ok":true}', tool_call_id: "call-1" });
    expect(real).to.deep.equal([]);
  });

  it("hands an artifact over where the tool has one", async () => {
    const plan = interceptTools({ book: mock(["mocked", { bike: 1 }]) });
    const { result } = await runIntercepted(plan, () => made("content_and_artifact").invoke(call));
    expect(result).to.deep.include({ content: "mocked", artifact: { bike: 1 } });
  });

  it("still checks the arguments, refuses, and runs in a world", async () => {
    const wrong = await runIntercepted(interceptTools({ book: mock(1) }), () =>
      book.invoke({ bike: 7 }).catch((error: Error) => error.message),
    );
    expect(wrong.result).to.include("did not match expected schema");
    const { result } = await runIntercepted(interceptTools({ book: refuse("no") }), () =>
      book.invoke(call).catch((error: Error) => error.message),
    );
    expect(result).to.equal("no");
    const stage = new Stage({ environment: booking });
    expect(await stage.within(2, () => book.invoke(call))).to.deep.include({ content: '{"booked":"gravel"}' });
    expect(stage.close().finalState).to.deep.equal({ booked: ["gravel"] });
    expect(real).to.deep.equal([]);
  });
});

interface McpClient {
  connect(transport: unknown): Promise<void>;
  close(): Promise<void>;
  callTool(params: object): Promise<{ readonly content: unknown; readonly isError?: boolean }>;
  listTools(): Promise<unknown>;
}

describe(`interception of an MCP client, SDK ${versionOf("@modelcontextprotocol/sdk")}`, () => {
  let real: string[];
  let client: McpClient;
  let connect: () => Promise<McpClient>;
  before(async function () {
    this.timeout(120_000);
    const { Client } = await load<{ Client: new (info: object) => McpClient }>(
      "@modelcontextprotocol/sdk/client/index.js",
    );
    const { McpServer } = await load<{
      McpServer: new (info: object) => {
        registerTool(name: string, config: object, run: (args: { bike: string }) => Promise<object>): void;
        connect(transport: unknown): Promise<void>;
      };
    }>("@modelcontextprotocol/sdk/server/mcp.js");
    const { InMemoryTransport } = await load<{ InMemoryTransport: { createLinkedPair(): [unknown, unknown] } }>(
      "@modelcontextprotocol/sdk/inMemory.js",
    );
    const { z } = await load<{ z: { string(): unknown } }>("zod");
    connect = async () => {
      const server = new McpServer({ name: "desk", version: "1.0.0" });
      const config = { inputSchema: { bike: z.string() }, outputSchema: { booked: z.string() } };
      server.registerTool("book", config, async ({ bike }) => {
        real.push(bike);
        return { content: [], structuredContent: { booked: bike } };
      });
      server.registerTool("ride", { annotations: { readOnlyHint: true } }, async () => ({ content: [] }));
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      await server.connect(theirs);
      const made = new Client({ name: "agent", version: "1.0.0" });
      await made.connect(ours);
      await made.listTools();
      return made;
    };
  });
  beforeEach(() => void (real = []));
  afterEach(() => client.close());
  const call = { name: "book", arguments: { bike: "gravel" } };

  for (const open of [interceptMcpClient, instrumentMcpClient]) {
    it(`mocks, refuses and lets through what its server says only reads: ${open.name}`, async () => {
      client = open(await connect());
      await client.listTools();
      expect(await client.callTool(call)).to.deep.include({ structuredContent: { booked: "gravel" } });
      const mocked = await runIntercepted(interceptTools({ book: mock({ booked: "none" }) }), () =>
        client.callTool(call),
      );
      expect(mocked.result).to.deep.include({ structuredContent: { booked: "none" } });
      const refused = await runIntercepted(interceptTools({}, { writes: "refuse" }), async () => [
        await client.callTool(call),
        await client.callTool({ name: "ride" }),
      ]);
      expect(refused.result.map(({ isError }) => isError === true)).to.deep.equal([true, false]);
      expect(real).to.deep.equal(["gravel"]);
    });
  }

  it("has a refused call on record as one that never ran", async () => {
    client = instrumentMcpClient(await connect());
    const { trace } = await captureTrace(() =>
      runIntercepted(interceptTools({ book: refuse("no") }), () => client.callTool(call)),
    );
    expect(trace.toolsCalled.map(({ name, executed, error }) => [name, executed, error])).to.deep.equal([
      ["book", false, "no"],
    ]);
  });
});
