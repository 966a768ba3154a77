import fc from "fast-check";

const cycle: Record<string, unknown> = { role: "user", content: [] };
cycle.content = [cycle];
cycle.child_runs = [cycle];
const evil = Object.defineProperty({ name: "evil" }, "content", {
  enumerable: true,
  get() {
    throw new Error("no");
  },
});
const deep = JSON.parse("[".repeat(1000) + "]".repeat(1000)) as unknown;
/** Values that break careless readers. */
export const awkward = fc.constantFrom<unknown>(
  cycle,
  evil,
  deep,
  "\ud800",
  "x".repeat(20_000),
  '{"a":1e999}',
  '[{"role":"assistant","tool_calls":[{"function":{"name":"\\ud800"}}]}]',
  Number.NaN,
  Infinity,
  -1,
  1e300,
  10n,
  new Date(Number.NaN),
  () => 1,
);

const words = fc.constantFrom("a", "b", "c1", "true", "false", "", "-0");
const numbers = fc.constantFrom<unknown>(0, 1, 0.5, 550, "3");
const part = fc.record(
  {
    type: fc.constantFrom(
      "text",
      "tool_call",
      "tool_use",
      "tool_result",
      "mcp_call",
      "function_call_output",
      "message",
    ),
    role: fc.constantFrom("user", "assistant", "tool", "human", "ai"),
    id: words,
    call_id: words,
    tool_call_id: words,
    name: words,
    content: fc.oneof(words, fc.jsonValue()),
    parts: fc.jsonValue(),
    arguments: fc.oneof(words, fc.jsonValue()),
    kwargs: fc.jsonValue(),
    tool_calls: fc.jsonValue(),
    value: fc.jsonValue(),
    documents: fc.jsonValue(),
    message: fc.jsonValue(),
    choices: fc.jsonValue(),
    usage: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const structured = fc.oneof(part, fc.array(part, { maxLength: 3 }), fc.jsonValue());
const value = fc.oneof(
  { weight: 3, arbitrary: structured.map((each) => JSON.stringify(each)) },
  { weight: 2, arbitrary: structured },
  words,
  numbers,
  awkward,
  fc.anything(),
);

const keys = [
  ..."gen_ai.operation.name gen_ai.input.messages gen_ai.output.messages gen_ai.tool.name gen_ai.tool.call.result".split(
    " ",
  ),
  ..."gen_ai.agent.name gen_ai.agent.invocation.end_reason gen_ai.conversation.id gen_ai.memory.records".split(" "),
  ..."confident.span.input confident.span.output confident.span.tools_called confident.span.retrieval_context".split(
    " ",
  ),
  ..."confident.trace.input confident.trace.output confident.trace.tools_called confident.trace.retrieval_context".split(
    " ",
  ),
  ..."confident.tool.name confident.llm.input_token_count confident.trace.thread_id session.id metadata".split(" "),
  ..."langwatch.input langwatch.output langwatch.contexts langwatch.metrics".split(" "),
  ..."langfuse.observation.input langfuse.observation.output langfuse.observation.usage_details".split(" "),
  ..."langfuse.observation.level langfuse.observation.status_message langfuse.trace.output".split(" "),
  ..."mcp.session.id jsonrpc.request.id mcp.resource.uri error.type".split(" "),
  ..."lk.pii.user_transcript lk.user_input lk.pii.response.text lk.pii.chat_ctx lk.response.function_calls".split(" "),
  ..."lk.interrupted lk.is_interruption lk.e2e_latency lk.end_of_turn_delay lk.transcription_delay lk.response.ttft".split(
    " ",
  ),
  ..."gen_ai.usage.cache_read.input_tokens gen_ai.usage.reasoning.output_tokens gen_ai.usage.cost llm.cost.total".split(
    " ",
  ),
  ..."langfuse.observation.cost_details confident.llm.cost_per_input_token confident.llm.output_token_count".split(" "),
  ..."lk.previous_agent_label openinference.span.kind llm.token_count.prompt tool.parameters".split(" "),
  ..."lk.speech_id lk.agent_label lk.function_tool.name lk.pii.function_tool.arguments lk.function_tool.output".split(
    " ",
  ),
  ..."lk.function_tool.is_error lk.pii.room_name turn.was_interrupted turn.user_bot_latency_seconds turn.number".split(
    " ",
  ),
  ..."turn.ended_by_conversation_end transcript is_final metrics.ttfb text tts.interrupted input output tokens.prompt".split(
    " ",
  ),
  ..."tool.function_name tool.call_id tool.arguments tool.result tool.result_status tool.all_function_names".split(" "),
];
const types = fc.oneof(
  fc.record({ "confident.span.type": fc.constantFrom("agent", "llm", "retriever", "tool", "custom", "constructor") }),
  fc.record({ "langwatch.span.type": fc.constantFrom("agent", "llm", "rag", "tool", "span", "__proto__") }),
  fc.record({
    "langfuse.observation.type": fc.constantFrom("agent", "generation", "retriever", "tool", "span", "event"),
  }),
  fc.record({ "mcp.method.name": fc.constantFrom("tools/call", "resources/read", "tools/list") }),
  fc.record({
    "gen_ai.operation.name": fc.constantFrom("chat", "execute_tool", "invoke_agent", "retrieval", "embeddings"),
  }),
  fc.constant({}),
);
const some = fc
  .tuple(types, types, fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 15 }))
  .map(([one, two, rest]) => ({ ...rest, ...one, ...two }));
const ids = fc.constantFrom("a", "b", "c", "d");
const time = fc.oneof(
  fc.integer({ min: 0, max: 50 }),
  fc.constantFrom<unknown>(null, Number.NaN, "2024-01-01T00:00:00", 1e20),
);
const names = fc.constantFrom(
  ..."user_turn user_speaking agent_turn llm_node llm_request function_tool tts_node agent_session update_agent".split(
    " ",
  ),
  ..."turn stt tts llm llm_response llm_request llm_tool_call llm_tool_result conversation constructor".split(" "),
);
const eventName = fc.constantFrom(
  ..."gen_ai.user.message gen_ai.assistant.message gen_ai.tool.message gen_ai.choice gen_ai.content.prompt".split(" "),
  "gen_ai.client.inference.operation.details",
);
const fields = fc.record(
  {
    content: value,
    tool_calls: value,
    id: value,
    message: value,
    index: value,
    "gen_ai.input.messages": value,
    "gen_ai.completion": value,
  },
  { requiredKeys: [] },
);
export const span = fc.record(
  {
    name: names,
    traceId: fc.constantFrom("t1", "t2"),
    spanId: ids,
    parentSpanId: ids,
    startTimeUnixMs: time,
    endTimeUnixMs: time,
    status: fc.constantFrom({ code: 0 }, { code: 2 }),
    scope: fc.constantFrom({ name: "livekit-agents" }, { name: "pipecat" }, { name: "x" }),
    attributes: some,
    events: fc.array(fc.record({ name: eventName, attributes: fc.oneof(fields, value) }), { maxLength: 3 }),
  },
  { requiredKeys: ["name"] },
);
export const logRecord = fc.record(
  {
    eventName,
    body: fc.oneof(fields, value),
    attributes: fc.oneof(fields, value),
    traceId: fc.constantFrom("t1", "t2"),
    spanId: ids,
    spanContext: fc.record({ traceId: fc.constantFrom("t1"), spanId: ids }),
  },
  { requiredKeys: [] },
);
export const agentsItem = fc.record(
  {
    id: ids,
    trace_id: fc.constantFrom("t1", "t2"),
    parent_id: fc.oneof(ids, value),
    started_at: time,
    ended_at: time,
    object: fc.constantFrom("trace.span", "trace"),
    group_id: value,
    error: fc.oneof(fc.constant(null), value),
    span_data: fc.record(
      {
        type: fc.constantFrom("agent", "generation", "response", "function", "custom", "handoff", "guardrail", "new"),
        name: value,
        input: value,
        output: value,
        data: value,
        usage: value,
        _response: value,
        _input: value,
      },
      { requiredKeys: ["type"] },
    ),
  },
  { requiredKeys: [] },
);
export const run = fc.record(
  {
    id: ids,
    name: value,
    run_type: fc.constantFrom("llm", "tool", "chain", "retriever", "embedding", "prompt"),
    inputs: value,
    outputs: value,
    extra: value,
    error: value,
    start_time: time,
    end_time: time,
    trace_id: ids,
    parent_run_id: ids,
    dotted_order: fc.constantFrom<unknown>(
      "20240919T171648637974Za",
      "x",
      "99999999T999999999Zb.20240919T171648637974Za",
      7,
    ),
    child_runs: fc.constantFrom<unknown>([], [cycle], [{ run_type: "tool", name: "in" }], 7, null),
  },
  { requiredKeys: ["run_type"] },
);
export const mastraSpan = fc.record(
  {
    id: ids,
    traceId: fc.constantFrom("t1", "t2"),
    type: fc.constantFrom(
      "agent_run",
      "model_generation",
      "model_step",
      "tool_call",
      "rag_vector_operation",
      "rag_action",
      "model_chunk",
    ),
    name: value,
    parentSpanId: ids,
    input: value,
    output: value,
    attributes: value,
    metadata: value,
    startTime: time,
    endTime: time,
    errorInfo: value,
    isEvent: fc.boolean(),
  },
  { requiredKeys: ["id", "type"] },
);
