// Uses of the OpenAI client. `app` throws where the client no longer does what it did; `expected` is what has to be on record.
const ask = { model: "m", messages: [{ role: "user", content: "Hi" }] };
const weather = { type: "function", function: { name: "weather", parameters: { type: "object", properties: {} } } };
const callA = { id: "call_a", name: "weather", args: { city: "Paris" } };
const callB = { id: "call_b", name: "weather", args: { city: "Bonn" } };
const hello = { text: "Hello there you" };

function same(actual, expected) {
  if (JSON.stringify(actual) !== JSON.stringify(expected))
    throw new Error(`${JSON.stringify(expected)} became ${JSON.stringify(actual)}`);
}

async function rejects(work, status) {
  let error;
  try {
    await work();
  } catch (thrown) {
    error = thrown;
  }
  if (error?.status !== status) throw new Error(`it was to reject with status ${status}`);
}

async function textOf(stream) {
  let text = "";
  for await (const { choices } of stream) text += choices[0]?.delta?.content ?? "";
  return text;
}

async function loop(client) {
  const messages = [...ask.messages];
  for (;;) {
    const { choices } = await client.chat.completions.create({ ...ask, messages, tools: [weather] });
    const { message } = choices[0];
    if (message.tool_calls === undefined) return message.content;
    messages.push(message);
    for (const { id } of message.tool_calls) messages.push({ role: "tool", tool_call_id: id, content: '{"t":21}' });
  }
}

async function responsesLoop(client) {
  const first = await client.responses.create({ model: "m", input: "Hi" });
  const result = { type: "function_call_output", call_id: "call_a", output: '{"t":21}' };
  const input = [{ role: "user", content: "Hi" }, ...first.output, result];
  return (await client.responses.create({ model: "m", input })).output_text;
}

const asked = (...calls) => calls.map(({ name, args }) => [name, args]);
const answered = (...calls) => calls.map(({ name, args }) => [name, args, { t: 21 }]);

export const calls = {
  "chat, whole": {
    script: [hello],
    app: async (client) => same((await client.chat.completions.create(ask)).choices[0].message.content, hello.text),
    expected: { spans: 1, output: hello.text, tokens: 15 },
  },
  "chat, streamed": {
    script: [hello],
    app: async (client) =>
      same(await textOf(await client.chat.completions.create({ ...ask, stream: true })), hello.text),
    expected: { spans: 1, output: hello.text },
  },
  "chat, streamed with usage": {
    script: [hello],
    app: async (client) => {
      const body = { ...ask, stream: true, stream_options: { include_usage: true } };
      same(await textOf(await client.chat.completions.create(body)), hello.text);
    },
    expected: { spans: 1, output: hello.text, tokens: 15 },
  },
  "chat, tool loop": {
    script: [{ calls: [callA] }, hello],
    app: async (client) => same(await loop(client), hello.text),
    expected: { spans: 2, output: hello.text, results: answered(callA), tokens: 30 },
  },
  "chat, loop with parallel tools": {
    script: [{ calls: [callA, callB] }, hello],
    app: async (client) => same(await loop(client), hello.text),
    expected: { spans: 2, output: hello.text, results: answered(callA, callB), tokens: 30 },
  },
  "chat, loop of several steps": {
    script: [{ calls: [callA] }, { calls: [callB] }, hello],
    app: async (client) => same(await loop(client), hello.text),
    expected: { spans: 3, output: hello.text, results: answered(callA, callB), tokens: 45 },
  },
  "chat, streamed tool call": {
    script: [{ calls: [callA] }],
    app: async (client) => same(await textOf(await client.chat.completions.create({ ...ask, stream: true })), ""),
    expected: { spans: 1, calls: asked(callA) },
  },
  "chat, streamed parallel tool calls": {
    script: [{ calls: [callA, callB] }],
    app: async (client) => same(await textOf(await client.chat.completions.create({ ...ask, stream: true })), ""),
    expected: { spans: 1, calls: asked(callA, callB) },
  },
  "chat, with a picture": {
    script: [hello],
    app: async (client) => {
      const content = [
        { type: "text", text: "Hi" },
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      ];
      const answer = await client.chat.completions.create({ model: "m", messages: [{ role: "user", content }] });
      same(answer.choices[0].message.content, hello.text);
    },
    expected: { spans: 1, output: hello.text, tokens: 15 },
  },
  "chat, stream left by break": {
    script: [hello],
    app: async (client) => {
      for await (const { choices } of await client.chat.completions.create({ ...ask, stream: true }))
        if (choices[0].delta.content) break;
    },
    expected: { spans: 1, output: /^Hello/, "end of the request": true },
  },
  "chat, stream cut by the server": {
    script: [{ ...hello, cutAfter: 2 }],
    app: async (client) => {
      let message;
      try {
        await textOf(await client.chat.completions.create({ ...ask, stream: true }));
      } catch (error) {
        message = error.message;
      }
      same(message, "terminated");
    },
    expected: { spans: 1, output: /^Hello/, fails: true },
  },
  "chat, 429": {
    script: [{ status: 429 }],
    app: (client) => rejects(async () => await client.chat.completions.create(ask), 429),
    expected: { spans: 1, fails: true },
  },
  "chat, 401 of a stream": {
    script: [{ status: 401 }],
    app: (client) => rejects(async () => await client.chat.completions.create({ ...ask, stream: true }), 401),
    expected: { spans: 1, fails: true },
  },
  "chat, withResponse": {
    script: [hello],
    app: async (client) => {
      const { data, response } = await client.chat.completions.create(ask).withResponse();
      same([data.choices[0].message.content, response.status], [hello.text, 200]);
    },
    expected: { spans: 1, output: hello.text, tokens: 15 },
  },
  "chat, asResponse": {
    script: [hello],
    app: async (client) => {
      const response = await client.chat.completions.create(ask).asResponse();
      same((await response.json()).choices[0].message.content, hello.text);
    },
    expected: { spans: 1, output: hello.text, tokens: 15 },
  },
  "chat, stream helper": {
    script: [hello],
    app: async (client) => same(await client.chat.completions.stream(ask).finalContent(), hello.text),
    expected: { spans: 1, output: hello.text },
  },
  "chat, parse": {
    script: [{ text: '{"city":"Bonn"}' }],
    app: async (client) => {
      const schema = { type: "object", properties: { city: { type: "string" } } };
      const format = {
        type: "json_schema",
        json_schema: { name: "place", schema },
        $brand: "auto-parseable-response-format",
        $parseRaw: JSON.parse,
      };
      const parsed = await client.chat.completions.parse({ ...ask, response_format: format });
      same(parsed.choices[0].message.parsed, { city: "Bonn" });
    },
    expected: { spans: 1, output: '{"city":"Bonn"}', tokens: 15 },
  },
  "chat, runTools": {
    script: [{ calls: [callA] }, hello],
    app: async (client) => {
      const run = { ...weather.function, description: "", parse: JSON.parse, function: () => ({ t: 21 }) };
      const runner = client.chat.completions.runTools({ ...ask, tools: [{ type: "function", function: run }] });
      same(await runner.finalContent(), hello.text);
    },
    expected: { spans: 2, output: hello.text, results: answered(callA), tokens: 30, runs: true },
  },
  "responses, whole": {
    script: [hello],
    app: async (client) => same((await client.responses.create({ model: "m", input: "Hi" })).output_text, hello.text),
    expected: { spans: 1, output: hello.text, tokens: 15 },
  },
  "responses, streamed": {
    script: [hello],
    app: async (client) => {
      let text = "";
      for await (const event of await client.responses.create({ model: "m", input: "Hi", stream: true }))
        if (event.type === "response.output_text.delta") text += event.delta;
      same(text, hello.text);
    },
    expected: { spans: 1, output: hello.text, tokens: 15 },
  },
  "responses, tool loop": {
    script: [{ calls: [callA] }, hello],
    app: async (client) => same(await responsesLoop(client), hello.text),
    expected: { spans: 2, output: hello.text, results: answered(callA), tokens: 30 },
  },
  "responses, streamed tool call": {
    script: [{ calls: [callA] }],
    app: async (client) => {
      const types = [];
      for await (const { type } of await client.responses.create({ model: "m", input: "Hi", stream: true }))
        types.push(type);
      same(types.at(-1), "response.completed");
    },
    expected: { spans: 1, calls: asked(callA), tokens: 15 },
  },
  "responses, 401": {
    script: [{ status: 401 }],
    app: (client) => rejects(async () => await client.responses.create({ model: "m", input: "Hi" }), 401),
    expected: { spans: 1, fails: true },
  },
  embeddings: {
    script: [{}],
    app: async (client) =>
      same((await client.embeddings.create({ model: "e", input: "Hi" })).data[0].embedding, [1, 2]),
    expected: { spans: 1, tokens: 4 },
  },
};
