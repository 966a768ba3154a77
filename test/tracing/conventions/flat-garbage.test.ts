import { expect } from "chai";
import fc from "fast-check";
import { traceSchema } from "../../../src/test-case/trace.js";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { awkward } from "../support/garbage.js";

const words = fc.constantFrom(
  "a",
  "b",
  "call_1call_2",
  "looklook",
  "",
  "-0",
  "__REDACTED__",
  "tool",
  "user",
  "assistant",
);
const lc = (name: string, kwargs: unknown) => ({ lc: 1, type: "constructor", id: ["x", name], kwargs });
const inner = fc.jsonValue();
const bodies = fc.oneof(
  inner,
  inner.map((each) => ({ messages: [[lc("HumanMessage", { content: each })], each] })),
  inner.map((each) => ({
    generations: [[{ text: each, message: lc("AIMessage", { tool_calls: [each, { name: "a", args: each }] }) }]],
  })),
  inner.map((each) => ({ output: lc("ToolMessage", { content: each, tool_call_id: "a", status: each }) })),
  inner.map((each) => ({ args: [each], kwargs: { a: each }, input_str: each, inputs: each })),
  inner.map((each) => ({ choices: [{ message: { content: each, tool_calls: [each] } }], id: each, to_agent: each })),
  inner.map((each) => [
    { role: "user", parts: [{ type: "text", content: JSON.stringify([{ role: "user", content: each }]) }] },
  ]),
);
const value = fc.oneof(
  { weight: 3, arbitrary: bodies.map((each) => JSON.stringify(each)) },
  { weight: 2, arbitrary: words },
  bodies,
  fc.constantFrom<unknown>(
    0,
    3,
    -1,
    0.5,
    Number.NaN,
    "7",
    true,
    "text/plain",
    "application/json",
    "{}{}",
    "{}{",
    "content='x' name='y'",
  ),
  awkward,
  fc.anything(),
);
const index = fc.constantFrom("0", "1", "2", "9999999999", "-1", "x", "constructor", "__proto__");
const at = (...steps: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc.tuple(...steps.map((step) => (typeof step === "string" ? fc.constant(step) : step))).map((all) => all.join("."));
const side = fc.constantFrom("llm.input_messages", "llm.output_messages");
const said = fc.constantFrom(
  "role",
  "content",
  "tool_call_id",
  "name",
  "function_call_name",
  "function_call_arguments_json",
  "tool_calls",
  "contents",
);
const calledBy = fc.constantFrom("id", "function", "function.name", "function.arguments", "function.name.x");
const legacy = fc.constantFrom("gen_ai.prompt", "gen_ai.completion");
const legacyField = fc.constantFrom(
  "role",
  "content",
  "finish_reason",
  "tool_call_id",
  "message.role",
  "message.content",
  "function_call",
  "function_call.name",
  "function_call.arguments",
  "tool_calls",
);
const plain = fc.constantFrom(
  ..."input.value input.mime_type output.value output.mime_type metadata session.id tool.name tool.id tool_call.id".split(
    " ",
  ),
  ..."tool.parameters tool.description llm.finish_reason llm.model_name llm.token_count.prompt llm.token_count.total".split(
    " ",
  ),
  ..."llm.input_messages llm.output_messages llm.tools retrieval.documents reranker.query graph.node.id agent.name".split(
    " ",
  ),
  ..."traceloop.span.kind traceloop.entity.name traceloop.entity.input traceloop.entity.output gen_ai.agent.name".split(
    " ",
  ),
  ..."traceloop.workflow.name llm.request.type gen_ai.prompt gen_ai.completion gen_ai.response.id ai.operationId".split(
    " ",
  ),
  ..."gen_ai.input.messages gen_ai.output.messages gen_ai.response.finish_reasons gen_ai.usage.input_tokens db.system".split(
    " ",
  ),
  ..."llm.usage.total_tokens db.vector.query.top_k db.vector.query.result gen_ai.provider.name".split(" "),
);
const key = fc.oneof(
  { weight: 4, arbitrary: plain },
  at(side, index, "message", said),
  at(side, index, "message.tool_calls", index, "tool_call", calledBy),
  at(side, index, "message.contents", index, "message_content", fc.constantFrom("type", "text", "image")),
  at("llm.tools", index, "tool", fc.constantFrom("name", "json_schema")),
  at("retrieval.documents", index, "document", fc.constantFrom("content", "id", "score", "metadata")),
  at("reranker.output_documents", index, "document", fc.constantFrom("content", "metadata")),
  at(legacy, index, legacyField),
  at(legacy, index, "tool_calls", index, fc.constantFrom("id", "name", "arguments", "function.name")),
);
const kinds = fc.oneof(
  fc.record({
    "openinference.span.kind": fc.constantFrom(
      "LLM",
      "TOOL",
      "llm",
      "RETRIEVER",
      "RERANKER",
      "AGENT",
      "CHAIN",
      "EMBEDDING",
      "GUARDRAIL",
      "CONSTRUCTOR",
    ),
  }),
  fc.record({ "traceloop.span.kind": fc.constantFrom("tool", "task", "agent", "workflow", "constructor", "unknown") }),
  fc.record({
    "gen_ai.operation.name": fc.constantFrom("chat", "execute_tool", "workflow", "invoke_agent", "constructor"),
    "traceloop.span.kind": fc.constantFrom("task", "workflow"),
  }),
  fc.record({ "llm.request.type": fc.constantFrom("chat", "rerank", "embedding", "completion") }),
  fc.constant({}),
);
const eventName = fc.constantFrom("db.query.result", "db.vector.query.result", "db.query.embeddings", "exception");
const eventField = fc.oneof(
  fc.constantFrom(
    ..."id score distance metadata document vector".split(" ").map((field) => `db.query.result.${field}`),
  ),
  at("db.vector.query.result", index, fc.constantFrom("id", "score", "metadata", "document")),
  fc.constantFrom("exception.message"),
);
const ids = fc.constantFrom("a", "b", "c", "d");
const time = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.constantFrom<unknown>(null, Number.NaN));
const anySpan = fc.record(
  {
    name: fc.constantFrom("look", "handoff to x", "mcp_tools", "execute_tool x", ""),
    traceId: fc.constantFrom("t1", "t2"),
    spanId: ids,
    parentSpanId: ids,
    startTimeUnixMs: time,
    endTimeUnixMs: time,
    status: fc.oneof(
      fc.constantFrom({ code: 0 }, { code: 2 }),
      fc.record({
        code: fc.constant(2),
        message: fc.constantFrom('E: {"tool_name":"a"}', "a\n\nE: a\n    at x", "\n    at x", ""),
      }),
    ),
    scope: fc.constantFrom({ name: "one" }, { name: "two" }, { name: "openinference-instrumentation-openai-agents" }),
    attributes: fc
      .tuple(kinds, fc.dictionary(key, value, { maxKeys: 20 }))
      .map(([kind, rest]) => ({ ...rest, ...kind })),
    events: fc.array(fc.record({ name: eventName, attributes: fc.dictionary(eventField, value) }), { maxLength: 2 }),
    droppedAttributesCount: fc.constantFrom(0, 3),
  },
  { requiredKeys: ["attributes"] },
);

describe("readTrace on garbage in flattened conventions", () => {
  it("never throws, and what it reads is a trace that JSON keeps as it is", () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 6 }), (spans) => {
        const trace = readTrace({ spans: spans as SpanInput[], retrieverTools: ["look"] });
        expect(JSON.parse(JSON.stringify(trace))).to.deep.equal(trace);
        expect(traceSchema().safeParse(trace).error?.issues).to.equal(undefined);
        // A reader that throws is caught, and told of; none should.
        expect(trace.missing.join()).to.not.include("could not be read");
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 300) },
    );
  });
});
