// Spans of 1 kB of three conventions: in each exchange an agent, a model call that asks for a tool, the tool, and the answer.
const padding = "A customer asks for the state of an order. ".repeat(30);
const words = (length) => padding.slice(0, length);
const json = JSON.stringify;

const said = (role, content) => [{ role, parts: [{ type: "text", content }] }];
const called = (id) => [{ role: "assistant", parts: [{ type: "tool_call", id, name: "search", arguments: { id } }] }];

const shapes = {
  genAi: (id) => [
    {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "support",
      "gen_ai.input.messages": json(said("user", `${id} ${words(350)}`)),
      "gen_ai.output.messages": json(said("assistant", words(350))),
    },
    {
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": "m",
      "gen_ai.usage.input_tokens": 10,
      "gen_ai.usage.output_tokens": 5,
      "gen_ai.input.messages": json(said("user", `${id} ${words(500)}`)),
      "gen_ai.output.messages": json(called(id)),
    },
    {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "search",
      "gen_ai.tool.call.id": id,
      "gen_ai.tool.call.arguments": json({ id }),
      "gen_ai.tool.call.result": json({ found: words(700) }),
    },
    {
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": "m",
      "gen_ai.usage.input_tokens": 10,
      "gen_ai.usage.output_tokens": 5,
      "gen_ai.input.messages": json([...said("user", `${id} ${words(200)}`), ...called(id)]),
      "gen_ai.output.messages": json(said("assistant", words(200))),
    },
  ],
  openInference: (id) => {
    const asked = { "llm.input_messages.0.message.role": "user", "llm.input_messages.0.message.content": words(250) };
    const call = "llm.output_messages.0.message.tool_calls.0.tool_call";
    const counts = { "llm.token_count.prompt": 10, "llm.token_count.completion": 5, "llm.token_count.total": 15 };
    const model = { "openinference.span.kind": "LLM", "llm.model_name": "m", ...counts, ...asked };
    return [
      { "openinference.span.kind": "AGENT", "input.value": `${id} ${words(400)}`, "output.value": words(400) },
      {
        ...model,
        "input.value": json({ messages: [{ role: "user", content: words(250) }] }),
        "llm.output_messages.0.message.role": "assistant",
        [`${call}.id`]: id,
        [`${call}.function.name`]: "search",
        [`${call}.function.arguments`]: json({ id }),
      },
      {
        "openinference.span.kind": "TOOL",
        "tool.name": "search",
        "tool_call.id": id,
        "input.value": json({ id }),
        "output.value": json({ found: words(800) }),
      },
      {
        ...model,
        "input.value": json({ messages: [{ role: "user", content: words(200) }] }),
        "llm.output_messages.0.message.role": "assistant",
        "llm.output_messages.0.message.content": words(200),
      },
    ];
  },
  openLlmetry: (id) => {
    const model = { "llm.request.type": "chat", "gen_ai.request.model": "m", "llm.usage.total_tokens": 15 };
    const asked = { "gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": `${id} ${words(350)}` };
    return [
      {
        "traceloop.span.kind": "workflow",
        "traceloop.entity.input": json({ args: [words(400)], kwargs: {} }),
        "traceloop.entity.output": json(words(400)),
      },
      {
        ...model,
        ...asked,
        "gen_ai.completion.0.role": "assistant",
        "gen_ai.completion.0.tool_calls.0.id": id,
        "gen_ai.completion.0.tool_calls.0.name": "search",
        "gen_ai.completion.0.tool_calls.0.arguments": json({ id }),
        "llm.request.functions.0.name": "search",
        "llm.request.functions.0.description": words(250),
      },
      {
        "traceloop.span.kind": "tool",
        "traceloop.entity.name": "search",
        "traceloop.entity.input": json({ args: [{ id }], kwargs: {} }),
        "traceloop.entity.output": json({ found: words(800) }),
      },
      { ...model, ...asked, "gen_ai.completion.0.role": "assistant", "gen_ai.completion.0.content": words(350) },
    ];
  },
};

/** One trace: a root, and under it one exchange after the other. */
export function spansOf(shape, count) {
  const base = { traceId: "t", events: [], scope: { name: shape }, status: { code: 0 } };
  const spans = [{ ...base, name: "root", spanId: "root", parentSpanId: null, startTimeUnixMs: 0, attributes: {} }];
  for (let exchange = 0; spans.length < count; exchange++) {
    const [agent, id] = [`${exchange}.0`, `call_${exchange}`];
    shapes[shape](id).forEach((attributes, step) => {
      const at = exchange * 40 + step * 10;
      spans.push({
        ...base,
        name: ["agent", "chat", "search", "chat"][step],
        spanId: `${exchange}.${step}`,
        parentSpanId: step === 0 ? "root" : agent,
        startTimeUnixMs: at,
        endTimeUnixMs: step === 0 ? at + 39 : at + 9,
        attributes,
      });
    });
  }
  return spans.slice(0, count);
}

const SPANS = 3000;
const reading =
  (count, ...names) =>
  async () => {
    const { readTrace } = await import("../../dist/tracing/index.js");
    // As read from a file: objects that spread syntax makes have each a hidden class of its own, which real spans have not.
    const traces = names.map((shape) => JSON.parse(JSON.stringify(spansOf(shape, count))));
    const work = () => {
      for (const spans of traces) if (readTrace({ spans }).spans.length !== count) throw new Error("ours lost spans");
    };
    return { work, per: (count * names.length) / 1000 }; // in microseconds
  };

export const ours = reading(SPANS, ...Object.keys(shapes));
/** The same where all of them are one trace, which is long and held in memory as a whole. */
export const long = reading(50_000, "genAi");
