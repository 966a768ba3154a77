import { expect } from "chai";
import { interceptTools, mock, Stage } from "../../../src/environment/index.js";
import { RehearsalError } from "../../../src/errors.js";
import { ScriptedModel, type ScriptedReply } from "../../../src/models/scripted-model.js";
import { mcpPromptAgent, type McpPromptAgentOptions, type McpPromptClient } from "../../../src/simulator/index.js";
import { golden, hold, lines, told } from "../support.js";

const text = (role: string, said: string) => ({ role, content: { type: "text", text: said } });

/** A server of one prompt and one tool, without a wire. */
function fakeClient(
  messages: (args: Record<string, string>) => unknown = ({ tone }) => [text("user", `Be ${String(tone)}.`)],
) {
  const asked: unknown[] = [];
  const client: McpPromptClient = {
    getPrompt: async (request) => {
      asked.push(request);
      if (request.name !== "support") throw new Error(`Prompt ${request.name} not found`);
      return { messages: messages(request.arguments ?? {}) };
    },
    listPrompts: async () => ({ prompts: [{ name: "support" }, { name: "sales" }] }),
    listTools: async (params) =>
      params?.cursor === undefined
        ? { tools: [{ name: "look", description: "Looks.", inputSchema: { type: "object" } }], nextCursor: "2" }
        : { tools: [{ name: "fail" }] },
    callTool: async ({ name, arguments: args }) => {
      if (name === "fail") return { isError: true, content: [{ type: "text", text: "out of order" }] };
      if (name !== "look") throw new Error(`Tool ${name} not found`);
      return { content: [{ type: "text", text: `found ${JSON.stringify(args)}` }] };
    },
  };
  return { client, asked };
}
const call = (name: string, args: object | string = {}): ScriptedReply => ({
  toolCalls: [{ id: `id-${name}`, name, arguments: args as Record<string, string> }],
});

async function talk(
  replies: readonly ScriptedReply[],
  options: Partial<McpPromptAgentOptions> = {},
  held: Parameters<typeof hold>[1] = {},
) {
  const model = new ScriptedModel(replies);
  const { client, asked } = fakeClient();
  const agent = mcpPromptAgent({ client, prompt: "support", model, arguments: { tone: "kind" }, ...options });
  const testCase = await hold(agent, { lines: ["one", "two"], ...held });
  return { testCase, asked, requests: model.requests.map(({ messages }) => messages) };
}

describe("mcpPromptAgent", () => {
  it("answers by the prompt, with the whole conversation", async () => {
    const { testCase, requests } = await talk(["Hello.", "Bye."]);
    expect(lines(testCase)).to.deep.equal(["user: one", "assistant: Hello.", "user: two", "assistant: Bye."]);
    expect(requests[1]).to.deep.equal([
      { role: "system", content: "Be kind." },
      { role: "user", content: "one" },
      { role: "assistant", content: "Hello." },
      { role: "user", content: "two" },
    ]);
  });

  it("renders it with what golden and turn say, as texts", async () => {
    const told = { tone: "{{variables.tone}}", said: "{{input}}", limit: "{{variables.limit}}" };
    const held = { golden: golden({ variables: { tone: "terse", limit: 5 } }) };
    const { asked, requests } = await talk(["a", "b"], { arguments: told }, held);
    expect(asked).to.deep.equal([
      { name: "support", arguments: { tone: "terse", said: "one", limit: "5" } },
      { name: "support", arguments: { tone: "terse", said: "two", limit: "5" } },
    ]);
    expect(requests[0]?.[0]).to.deep.equal({ role: "system", content: "Be terse." });
    const byFunction = await talk(["a", "b"], { arguments: ({ golden: { id } }) => ({ tone: id }) });
    expect(byFunction.requests[0]?.[0]).to.deep.equal({ role: "system", content: "Be refund." });
  });

  it("puts its examples before the conversation", async () => {
    const resource = { role: "user", content: { type: "resource", resource: { uri: "a://b", text: "The rules." } } };
    const { client } = fakeClient(() => [
      text("user", "Help."),
      resource,
      text("assistant", "Ready."),
      text("user", "Go."),
    ]);
    const { requests } = await talk(["a"], { client }, { lines: ["one"] });
    expect(requests[0]).to.deep.equal([
      { role: "system", content: "Help.\n\nThe rules." },
      { role: "assistant", content: "Ready." },
      { role: "user", content: "Go." },
      { role: "user", content: "one" },
    ]);
  });

  it("speaks first", async () => {
    const shy = golden({ persona: { characteristics: "Shy.", speaksFirst: false } });
    const { testCase, requests } = await talk(
      ["Welcome.", "Yes."],
      { greetingPrompt: "(rings)" },
      { golden: shy, lines: ["one"] },
    );
    expect(lines(testCase)[0]).to.equal("assistant: Welcome.");
    expect(requests[0]?.[1]).to.deep.equal({ role: "user", content: "(rings)" });
  });

  it("calls the server's tools where it may, tells of them, and remembers them", async () => {
    const { testCase, requests } = await talk(
      [call("look", { id: 1 }), call("fail"), call("gone"), call("look", "{"), "Done.", "Bye."],
      { tools: true },
    );
    expect(testCase.turns[1]).to.deep.include({ content: "Done." });
    expect(testCase.turns[1]?.toolsCalled).to.deep.equal([
      { name: "look", type: "mcp", inputParameters: { id: 1 }, id: "id-look", output: 'found {"id":1}' },
      { name: "fail", type: "mcp", inputParameters: {}, id: "id-fail", error: "out of order" },
      { name: "gone", type: "mcp", inputParameters: {}, id: "id-gone", error: "Tool gone not found" },
      { name: "look", type: "mcp", inputParameters: "{", id: "id-look", error: "the arguments are no JSON object: {" },
    ]);
    expect(testCase.turns[3]?.toolsCalled).to.deep.equal([]);
    expect(
      requests
        .at(-1)
        ?.map(({ role }) => role)
        .join(" "),
    ).to.equal("system user assistant tool assistant tool assistant tool assistant tool assistant user");
  });

  it("calls no tool that a simulation keeps away, whatever the client is", async () => {
    const { client } = fakeClient();
    const really: string[] = [];
    const counted: McpPromptClient = {
      ...client,
      callTool: async (request) => {
        really.push(request.name);
        return client.callTool?.(request);
      },
      listTools: async () => ({
        tools: [{ name: "look", annotations: { readOnlyHint: true } }, { name: "get_x" }, { name: "fail" }],
      }),
    };
    const replies = [call("look", { id: 1 }), call("fail"), call("get_x"), "Done."];
    const intercept = interceptTools({ get_x: mock({ ok: true }) }, { writes: "refuse" });
    const options = { tools: true, client: counted };
    const stageFor = () => new Stage({ intercept });
    const { testCase, requests } = await talk(replies, options, { lines: ["one"], stageFor });
    expect(really).to.deep.equal(["look"]);
    expect(testCase.error).to.equal(undefined);
    expect(testCase.turns[1]?.toolsCalled?.map(({ name, output, executed }) => [name, output, executed])).to.deep.equal(
      [
        ["look", 'found {"id":1}', undefined],
        ["fail", undefined, false],
        ["get_x", '{"ok":true}', undefined],
      ],
    );
    expect(requests.at(-1)?.at(-1)).to.deep.include({ role: "tool", content: '{"ok":true}' });
  });

  it("offers no tools where it may not, and stops where the model does not", async () => {
    const model = new ScriptedModel(() => call("look"));
    const { client } = fakeClient();
    await hold(mcpPromptAgent({ client, prompt: "support", model }), { lines: ["one"] });
    expect(model.requests[0]).to.not.have.property("tools");
    const endless = await talk(Array(4).fill(call("look")), { tools: true, maxSteps: 3 });
    expect(told(endless.testCase)).to.match(
      /turn 2: mcpPromptAgent: the model was asked 3 times in this turn and still called tools \(look, look, look\)\. Raise maxSteps/,
    );
  });

  it("says what can't be rendered, and what could", async () => {
    const unknown = await talk([], { prompt: "suport" });
    expect(told(unknown.testCase)).to.match(
      /mcpPromptAgent: the server did not render the prompt "suport" \(arguments: tone\): Prompt suport not found\. It offers: support, sales\./,
    );
    const silent = await talk([], { client: fakeClient(() => []).client });
    expect(told(silent.testCase)).to.match(/the prompt "support" has no messages/);
  });

  it("says what can't be sent", async () => {
    const { client } = fakeClient(() => [text("user", "Hear:"), { role: "user", content: { type: "audio" } }]);
    expect(told((await talk([], { client })).testCase)).to.match(
      /mcpPromptAgent: message 2 of the prompt "support" is of type audio, and not a text\. Only texts/,
    );
  });

  it("refuses options that can't be meant", () => {
    const wrong: readonly [object, RegExp][] = [
      [{ client: {} }, /mcpPromptAgent: client must be a connected MCP client/],
      [{ prompt: "" }, /prompt must be the name/],
      [{ model: undefined }, /it needs a model/],
      [{ maxSteps: 0 }, /maxSteps must be a positive integer; got 0/],
      [{ arguments: { a: "{{b}}" } }, /mcpPromptAgent: arguments has \{\{b\}\}, which there is not/],
      [{ client: { getPrompt: async () => ({}) }, tools: true }, /the client can't call tools/],
      [{ promt: "" }, /did you mean "prompt"/],
    ];
    const { client } = fakeClient();
    for (const [options, said] of wrong) {
      const given = { client, prompt: "support", model: new ScriptedModel([]), ...options } as McpPromptAgentOptions;
      expect(() => mcpPromptAgent(given)).to.throw(RehearsalError, said);
    }
  });
});
