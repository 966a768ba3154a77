import { createRequire } from "node:module";
import { join } from "node:path";

const examples = join(import.meta.dirname, "..", "..", "..", "..", "examples", "tracing", "package.json");
const require = createRequire(examples);

export interface Meta {
  readonly [key: string]: unknown;
}

export interface Result {
  content?: readonly { readonly type: string; readonly text?: string }[];
  structuredContent?: unknown;
  isError?: boolean;
  contents?: readonly { readonly uri: string; readonly text?: string }[];
  messages?: readonly unknown[];
  task?: unknown;
  _meta?: Meta;
}

export interface Transport {
  send(message: unknown, options?: unknown): Promise<void>;
  onmessage?: (message: unknown, extra?: unknown) => void;
}

interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly onprogress?: (progress: unknown) => void;
}

/** The parts of the SDK that the tests use. It is installed with the examples only, so its own types may not be there. */
export interface Client {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  request(request: object, schema: unknown, options?: RequestOptions): Promise<Result>;
  callTool(
    params: { name: string; arguments?: object; _meta?: Meta },
    schema?: undefined,
    options?: RequestOptions,
  ): Promise<Result>;
  readResource(params: { uri: string }): Promise<Result>;
  getPrompt(params: { name: string; arguments?: object }): Promise<Result>;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
}

export interface Extra {
  readonly signal: AbortSignal;
  readonly requestId: string | number;
  readonly _meta?: Meta;
  sendNotification(notification: object): Promise<void>;
}

export interface McpServer {
  readonly server: object;
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  registerTool(
    name: string,
    options: object,
    handler: (args: Record<string, string>, extra: Extra) => unknown,
  ): unknown;
  registerResource(name: string, uri: string, options: object, handler: (uri: URL) => unknown): unknown;
  registerPrompt(name: string, options: object, handler: (args: Record<string, string>) => unknown): unknown;
}

export interface LowLevelServer {
  connect(transport: object): Promise<void>;
  setRequestHandler(schema: unknown, handler: (request: { params: { name: string } }, extra: Extra) => unknown): void;
}

export interface HttpServerTransport {
  handleRequest(request: unknown, response: unknown): Promise<void>;
}

interface Sdk {
  readonly Client: new (info: object, options?: object) => Client;
  readonly McpServer: new (info: object, options?: object) => McpServer;
  readonly Server: new (info: object, options?: object) => LowLevelServer;
  readonly InMemoryTransport: { createLinkedPair(): [Transport, Transport] };
  readonly StdioClientTransport: new (options: object) => object;
  readonly StdioServerTransport: new () => object;
  readonly StreamableHTTPClientTransport: new (url: URL) => object;
  readonly StreamableHTTPServerTransport: new (options: object) => HttpServerTransport;
  readonly McpError: new (code: number, message: string) => Error & { readonly code: number };
  readonly CallToolRequestSchema: unknown;
  readonly CallToolResultSchema: unknown;
}

const from = (path: string): object => require(`@modelcontextprotocol/sdk/${path}`) as object;

export const sdk = {
  ...from("client/index.js"),
  ...from("client/stdio.js"),
  ...from("client/streamableHttp.js"),
  ...from("server/index.js"),
  ...from("server/mcp.js"),
  ...from("server/stdio.js"),
  ...from("server/streamableHttp.js"),
  ...from("inMemory.js"),
  ...from("types.js"),
} as unknown as Sdk;

/** The zod beside the SDK, in which its servers want their schemas. */
export const zod = require("zod") as { readonly z: { string(): unknown } };
