// An agent whose tools live on an MCP server. Both ends are instrumented; either alone would do.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { captureTrace, observe } from "rehearsal"; // tracing
import { instrumentMcpClient, instrumentMcpServer } from "rehearsal/instrumentation/mcp"; // tracing
import { z } from "zod";
import { decide, findBooking, searchGuide } from "./support/desk.mjs";
import { isStarted, question, show } from "./support/show.mjs";

const server = new McpServer({ name: "desk", version: "1.0.0" });
server.registerTool("find_booking", { inputSchema: { id: z.string() } }, async ({ id }) => ({
  content: [{ type: "text", text: JSON.stringify(await findBooking(id)) }],
}));
server.registerResource("guide", new ResourceTemplate("guide://{query}", {}), {}, async (uri, { query }) => ({
  contents: (await searchGuide(decodeURIComponent(query))).map(({ text }) => ({ uri: uri.href, text })),
}));
instrumentMcpServer(server); // tracing

const client = instrumentMcpClient(new Client({ name: "agent", version: "1.0.0" })); // tracing
const [ours, theirs] = InMemoryTransport.createLinkedPair();
await server.connect(theirs);
await client.connect(ours);

/** The agent. */
async function work(message) {
  const results = [];
  for (;;) {
    const { call, text } = decide(message, results);
    if (call === undefined) return text;
    results.push({ name: call.name, text: await run(call) });
  }
}

async function run({ name, args }) {
  if (name === "search_guide") {
    const { contents } = await client.readResource({ uri: `guide://${encodeURIComponent(args.query)}` });
    return JSON.stringify(contents);
  }
  const { content } = await client.callTool({ name, arguments: args });
  return content[0].text;
}

export const answer = observe({ type: "agent", name: "desk" }, work); // tracing

if (isStarted(import.meta.url)) {
  const { trace } = await captureTrace(() => answer(question)); // tracing
  show(trace);
  await client.close();
}
