import { sdk, zod, type Client, type Extra, type McpServer, type Transport } from "./sdk.js";

const { z } = zod;
const text = (value: unknown) => ({
  content: [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }],
});

/** A server with a tool that works, one that fails, one that waits for ever, a resource and a prompt. */
export function shopServer(
  lookUp: (id: string, extra: Extra) => unknown = (id) => ({ id, status: "shipped" }),
): McpServer {
  const server = new sdk.McpServer({ name: "shop", version: "1.0.0" });
  server.registerTool(
    "get_order",
    { description: "Looks an order up.", inputSchema: { id: z.string() } },
    async ({ id = "" }, extra) => text(await lookUp(id, extra)),
  );
  server.registerTool("broken", { inputSchema: {} }, () => {
    throw new Error("the shelf fell down");
  });
  server.registerTool("endless", { inputSchema: {} }, () => new Promise(() => undefined));
  server.registerResource("returns", "kb://returns", {}, (uri) => ({
    contents: [{ uri: uri.href, text: "Shoes may be returned within 30 days." }],
  }));
  server.registerPrompt("greet", { argsSchema: { name: z.string() } }, ({ name = "" }) => ({
    messages: [{ role: "user", content: { type: "text", text: `Greet ${name}.` } }],
  }));
  return server;
}

export interface Shop {
  readonly client: Client;
  readonly server: McpServer;
  readonly close: () => Promise<void>;
}

/** Client and server in one process, linked in memory. */
export async function openShop(server = shopServer(), link: () => [Transport, Transport] = linked): Promise<Shop> {
  const client = new sdk.Client({ name: "agent", version: "1.0.0" });
  const [ours, theirs] = link();
  await server.connect(theirs);
  await client.connect(ours);
  return { client, server, close: () => client.close() };
}

export const linked = (): [Transport, Transport] => sdk.InMemoryTransport.createLinkedPair();
