export { instrumentMcpClient } from "./instrument-client.js";
export { instrumentMcpServer } from "./instrument-server.js";
export type { McpOptions } from "./mcp-options.js";
export { uninstrumentMcp } from "./uninstrument.js";
