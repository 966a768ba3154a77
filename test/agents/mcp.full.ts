import { describeDesk } from "./support/desk-suite.js";
import { load, versionOf } from "./support/example.js";

// The guide is a resource, and the agent is rules without a model, which uses no tokens.
describeDesk(`MCP client and server, SDK ${versionOf("@modelcontextprotocol/sdk")}`, () => load("mcp.mjs"), {
  searches: false,
  counts: false,
});
