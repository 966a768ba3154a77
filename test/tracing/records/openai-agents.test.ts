import { expect } from "chai";
import { knowsTools, readTrace } from "../../../src/tracing/index.js";
import { inputOf } from "../support/spans.js";

const at = (ms: number): string => new Date(1_700_000_000_000 + ms).toISOString();
const item = (id: string, ms: number, data: object, more: object = {}) => ({
  object: "trace.span",
  id,
  trace_id: "trace_1",
  parent_id: null,
  started_at: at(ms),
  ended_at: at(ms + 10),
  span_data: data,
  error: null,
  ...more,
});
const read = (...records: readonly object[]) => readTrace({ records });

describe("trace items of OpenAI Agents", () => {
  it("are read as a tracing processor is given them, with getters instead of JSON", () => {
    class Span {
      readonly #json: ReturnType<typeof item>;
      constructor(json: ReturnType<typeof item>) {
        this.#json = json;
      }
      get spanId() {
        return this.#json.id;
      }
      get traceId() {
        return this.#json.trace_id;
      }
      get parentId() {
        return this.#json.parent_id;
      }
      get startedAt() {
        return this.#json.started_at;
      }
      get endedAt() {
        return this.#json.ended_at;
      }
      get spanData() {
        return this.#json.span_data;
      }
      get error() {
        return this.#json.error;
      }
    }
    const { records = [] } = inputOf("openai-agents-raw-chat-tool-loop");
    const live = records.map((record) =>
      "span_data" in record ? new Span(record as ReturnType<typeof item>) : record,
    );
    expect(readTrace({ records: live })).to.deep.equal(readTrace({ records }));
  });

  it("of the Responses API tell what they hold of it: in JSON the id alone, live the whole", () => {
    const response = {
      model: "gpt-5",
      output: [
        { type: "function_call", id: "fc_1", call_id: "c1", name: "look", arguments: '{"id":1}' },
        { type: "web_search_call", id: "ws_1", action: { query: "news" } },
        { type: "mcp_call", id: "mcp_1", name: "ask", arguments: '{"q":2}', output: "42" },
        {
          type: "file_search_call",
          id: "fs_1",
          queries: ["refund"],
          results: [{ file_id: "f1", text: "30 days", score: 0.9 }],
        },
      ],
      usage: { input_tokens: 3, output_tokens: 4, total_tokens: 7 },
    };
    const live = read(item("a", 0, { type: "response", response_id: "r1", _input: "refund?", _response: response }));
    expect(live.toolsCalled).to.deep.equal([
      { name: "look", inputParameters: { id: 1 }, id: "c1", batch: "a", executed: false },
      { name: "web_search", inputParameters: { query: "news" }, id: "ws_1", batch: "a" },
      { name: "ask", inputParameters: { q: 2 }, output: 42, id: "mcp_1", batch: "a" },
      {
        name: "file_search",
        inputParameters: { queries: ["refund"] },
        output: [{ file_id: "f1", text: "30 days", score: 0.9 }],
        id: "fs_1",
        batch: "a",
      },
    ]);
    expect(live.retrievalContext).to.deep.equal([{ context: "30 days", id: "f1", score: 0.9 }]);
    expect(live.usage.totalTokens).to.equal(7);
    const bare = read(item("a", 0, { type: "response", response_id: "r1" }));
    expect(knowsTools(bare)).to.equal(false);
    expect(bare.missing.join()).to.include("no more of a response than the id");
  });

  it("tell the agent that answered last, the conversation, and no final answer", () => {
    const trace = read(
      { object: "trace", id: "trace_1", workflow_name: "Agent workflow", group_id: "chat-7", metadata: {} },
      item("a", 0, { type: "agent", name: "triage" }),
      item("h", 5, { type: "handoff", from_agent: "triage", to_agent: "billing" }, { parent_id: "a" }),
      item("b", 20, { type: "agent", name: "billing" }),
    );
    expect(trace.turns.map(({ agent }) => agent)).to.deep.equal(["billing"]);
    expect(trace.conversationId).to.equal("chat-7");
    expect(trace.output).to.equal(null);
    expect(trace.missing.join()).to.include("the final answer is in no trace item");
  });

  it("without sensitive data have empty texts, which are not known rather than empty", () => {
    const trace = read(
      item("g", 0, { type: "generation", model: "m" }),
      item("f", 20, { type: "function", name: "look", input: "", output: "" }),
      item("n", 40, { type: "function", name: "now", input: "{}", output: "12:00" }),
      item("e", 60, { type: "function", name: "now", input: "{}", output: "" }),
    );
    expect(trace.toolsCalled.map(({ inputParameters, output }) => [inputParameters, output])).to.deep.equal([
      [undefined, undefined],
      [{}, "12:00"],
      [{}, ""],
    ]);
    expect(trace.missing.join()).to.include("traceIncludeSensitiveData is off");
  });

  it("count a step's tokens where its model call recorded none, and never twice", () => {
    const usage = { input_tokens: 3, output_tokens: 4 };
    const step = item("t", 0, { type: "custom", name: "turn", data: { sdk_span_type: "turn", usage } });
    const silent = item("r", 1, { type: "response", response_id: "r1" }, { parent_id: "t" });
    const counting = item("g", 1, { type: "generation", usage }, { parent_id: "t" });
    for (const models of [[silent], [counting]])
      expect(read(step, ...models).usage).to.deep.equal({ inputTokens: 3, outputTokens: 4, totalTokens: 7 });
    // Some steps count but their last model call.
    const partly = read(step, counting, silent);
    expect(partly.usage.totalTokens).to.equal(null);
    expect(partly.missing.join()).to.include("usage: 1 of 2 model calls");
  });

  it("that failed say why", () => {
    const error = { message: "Error in agent run", data: { error: "429 Rate limit reached" } };
    const { spans } = read(item("a", 0, { type: "agent", name: "a" }, { error }));
    expect(spans[0]?.error).to.equal("Error in agent run: 429 Rate limit reached");
  });

  it("leave the calls unknown where a model's answer is empty, or says that it asked for some", () => {
    const choice = (content: string | null, finish_reason: string | null) => [
      { choices: [{ index: 0, message: { role: "assistant", content }, finish_reason }], model: "m" },
    ];
    const knows = (output: object, more: object = {}): boolean =>
      knowsTools(read(item("g", 0, { type: "generation", input: [], output, model: "m" }, more)));
    expect(knows(choice("", null))).to.equal(false);
    expect(knows(choice("On it.", "tool_calls"))).to.equal(false);
    expect(knows([{ role: "assistant", content: "" }])).to.equal(false);
    expect(knows(choice("", "stop"))).to.equal(true);
    expect(knows(choice("Hello.", null))).to.equal(true);
    const response = (...output: object[]) =>
      knowsTools(read(item("a", 0, { type: "response", _input: "hi", _response: { model: "gpt-5", output } })));
    expect(response()).to.equal(false);
    expect(response({ type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi." }] })).to.equal(
      true,
    );
  });
});
