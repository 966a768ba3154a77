import { expect } from "chai";
import { McpCall } from "../../../instrumentation/mcp/mcp-call.js";
import { argumentAttributes, nameOf, type McpRequest } from "../../../instrumentation/mcp/request.js";
import { Content } from "../../../instrumentation/shared/content.js";
import type { ExternalCall } from "../../../src/tracing/instrument.js";

const request = (method: McpRequest["method"], params: object): McpRequest => ({ method, params: { ...params } });
const refund = request("tools/call", { name: "refund", arguments: { id: "A-1" } });
const contentOf = (captureContent: boolean | ((text: string) => string) = true) =>
  new Content({ captureContent, tracer: undefined });

/** A call with all that it was told. */
function callOf(of: McpRequest = refund, content = contentOf()) {
  const told = { attributes: {} as Record<string, unknown>, missing: [] as string[], failed: [] as string[] };
  let isOver = false;
  const external = {
    isHeard: true,
    add: (attributes: object) => void Object.assign(told.attributes, attributes),
    miss: (reason: string) => void told.missing.push(reason),
    fail: ({ message }: { readonly message: string }) => void told.failed.push(message),
    end: (tell: () => void) => {
      if (!isOver) tell();
      isOver = true;
    },
  };
  return { call: new McpCall(external as unknown as ExternalCall, of, content), told };
}

describe("a request of MCP as one of its ends sees it", () => {
  it("has no output yet where it goes on as a task", () => {
    const { call, told } = callOf();
    call.returned({ task: { taskId: "1" } });
    expect(told.missing).to.deep.equal(["output not recorded (the request goes on as a task)"]);
    expect(told.attributes).to.not.have.property("gen_ai.tool.call.result");
  });

  it("has the status of what the other end answered, and none where its own side gave up", () => {
    for (const [code, status] of [
      [-32602, "-32602"],
      [-32000, undefined],
      [-32001, undefined],
    ] as const) {
      const { call, told } = callOf();
      call.threw(Object.assign(new Error("no"), { code }));
      expect(told.attributes["rpc.response.status_code"]).to.equal(status);
      expect(told.attributes["error.type"]).to.equal(String(code));
    }
  });

  it("says what kind of failure it was where nothing is left of its words", () => {
    const { call, told } = callOf(
      refund,
      contentOf(() => ""),
    );
    call.returned({ isError: true, content: [{ type: "text", text: "card 4242 was declined" }] });
    expect(told.failed).to.deep.equal(["tool_error"]);
  });

  it("counts its first end", () => {
    const { call, told } = callOf();
    call.cancelled("enough");
    call.threw(new Error("late"));
    expect(told.failed).to.deep.equal(["cancelled: enough"]);
  });

  it("has the arguments of tools and prompts, and of nothing else", () => {
    const given = { name: "greet", arguments: { to: "all" } };
    expect(argumentAttributes(request("prompts/get", given), contentOf())).to.deep.equal({
      "gen_ai.prompt.variable.to": "all",
    });
    const read = request("resources/read", { uri: "shop://all", ...given });
    expect(argumentAttributes(read, contentOf())).to.deep.equal({});
    expect([nameOf(refund), nameOf(read)]).to.deep.equal(["tools/call refund", "resources/read"]);
  });
});
