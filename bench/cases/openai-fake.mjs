// A fetch that answers like the OpenAI API, without a network: whole, as a stream, failing or cut off.
const encoder = new TextEncoder();
const event = (data) => encoder.encode(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
const responsesUsage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };

const calls = ({ calls: given = [] }) =>
  given.map(({ id, name, args }) => ({ id, type: "function", function: { name, arguments: JSON.stringify(args) } }));
const reason = (said) => (said.calls === undefined ? "stop" : "tool_calls");

const completion = (said) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [
    {
      index: 0,
      finish_reason: reason(said),
      message: { role: "assistant", content: said.text ?? null, ...(said.calls && { tool_calls: calls(said) }) },
    },
  ],
  usage,
});

function chunks(said, withUsage) {
  const chunk = (choices, more = {}) => ({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices,
    ...more,
  });
  const delta = (part, finish = null) => chunk([{ index: 0, delta: part, finish_reason: finish }]);
  const begun = calls(said).map((call, index) =>
    delta({ tool_calls: [{ index, ...call, function: { ...call.function, arguments: "" } }] }),
  );
  const halves = [0, 1].flatMap((half) =>
    calls(said).map((call, index) => {
      const text = call.function.arguments;
      const middle = text.length >> 1;
      return delta({
        tool_calls: [{ index, function: { arguments: half === 0 ? text.slice(0, middle) : text.slice(middle) } }],
      });
    }),
  );
  return [
    delta({ role: "assistant", content: "" }),
    ...(said.text ?? "")
      .split(/(?<= )/)
      .filter(Boolean)
      .map((content) => delta({ content })),
    ...begun,
    ...halves,
    delta({}, reason(said)),
    ...(withUsage ? [chunk([], { usage })] : []),
    "[DONE]",
  ];
}

const items = (said) => [
  ...(said.text === undefined
    ? []
    : [
        {
          id: "msg_1",
          type: "message",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: said.text, annotations: [] }],
        },
      ]),
  ...calls(said).map((call, index) => ({
    id: `fc_${index}`,
    type: "function_call",
    call_id: call.id,
    name: call.function.name,
    arguments: call.function.arguments,
    status: "completed",
  })),
];
const response = (said) => ({
  id: "resp_1",
  object: "response",
  created_at: 1,
  status: "completed",
  model: "m",
  error: null,
  output: items(said),
  usage: responsesUsage,
});

function responseEvents(said) {
  let sequence = 0;
  const made = (type, data) => ({ type, sequence_number: sequence++, ...data });
  return [
    made("response.created", { response: { ...response(said), status: "in_progress", output: [], usage: null } }),
    ...items(said).flatMap((item, index) => [
      made("response.output_item.added", {
        output_index: index,
        item: { ...item, ...(item.content ? { content: [] } : { arguments: "" }) },
      }),
      ...(item.content
        ? [
            made("response.content_part.added", {
              output_index: index,
              content_index: 0,
              item_id: item.id,
              part: { ...item.content[0], text: "" },
            }),
            made("response.output_text.delta", {
              output_index: index,
              content_index: 0,
              item_id: item.id,
              delta: item.content[0].text,
            }),
          ]
        : [
            made("response.function_call_arguments.delta", {
              output_index: index,
              item_id: item.id,
              delta: item.arguments,
            }),
          ]),
      made("response.output_item.done", { output_index: index, item }),
    ]),
    made("response.completed", { response: response(said) }),
  ];
}

/** `log.cancelled`: the caller let a stream go before its end. */
function stream(pieces, cutAfter, log) {
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      await new Promise(setImmediate);
      if (sent === cutAfter) return controller.error(new TypeError("terminated"));
      if (sent === pieces.length) return controller.close();
      controller.enqueue(event(pieces[sent++]));
    },
    cancel() {
      log.cancelled = true;
    },
  });
}

/** Answers one request after the other as `script` says: `{ text?, calls? }`, `{ status }` or `{ text, cutAfter }`. */
export function fakeOpenAI(script) {
  const log = { requests: 0, cancelled: false };
  const fetch = async (url, init) => {
    const said = (typeof script === "function" ? script() : script[log.requests]) ?? { status: 500 };
    log.requests += 1;
    const path = new URL(url).pathname;
    const body = JSON.parse(init.body);
    init.signal?.throwIfAborted();
    if (said.status !== undefined)
      return Response.json({ error: { message: "refused", type: "test", code: null } }, { status: said.status });
    if (path.endsWith("/embeddings"))
      return Response.json({
        object: "list",
        model: "e",
        data: [{ object: "embedding", index: 0, embedding: "AACAPwAAAEA=" }],
        usage: { prompt_tokens: 4, total_tokens: 4 },
      });
    const isChat = path.endsWith("/chat/completions");
    if (!body.stream) return Response.json(isChat ? completion(said) : response(said));
    const pieces = isChat ? chunks(said, body.stream_options?.include_usage) : responseEvents(said);
    return new Response(stream(pieces, said.cutAfter, log), { headers: { "content-type": "text/event-stream" } });
  };
  return { fetch, log };
}
