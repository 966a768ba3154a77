import type { Answer } from "./behaviour.js";
import {
  argumentsText,
  eventStream,
  halves,
  modelOf,
  streamed,
  tokensOf,
  usageOf,
  wholeBody,
  type Rendered,
} from "./render.js";
import type { RecordedRequest } from "./request.js";

/** An answer as an object of the Responses API, or as its events. */
export function renderResponse(request: RecordedRequest, answer: Answer): Rendered {
  const whole = response(request, answer);
  return streamed(request) ? eventStream(events(whole, items(request, answer))) : wholeBody(whole);
}

type Item = ReturnType<typeof messageItem> | ReturnType<typeof callItem>;

function messageItem(id: string, { text, refusal }: Answer) {
  const part =
    refusal === undefined
      ? { type: "output_text" as const, text: text ?? "", annotations: [], logprobs: [] }
      : { type: "refusal" as const, refusal };
  return { id, type: "message" as const, role: "assistant", status: "completed", content: [part] };
}

const callItem = (id: string, callId: string, name: string, args: string) => ({
  id,
  type: "function_call" as const,
  call_id: callId,
  name,
  arguments: args,
  status: "completed",
});

function items(request: RecordedRequest, answer: Answer): Item[] {
  const { toolCalls = [] } = answer;
  const speaks = answer.text !== undefined || answer.refusal !== undefined || toolCalls.length === 0;
  return [
    ...(speaks ? [messageItem(`msg_${String(request.index)}`, answer)] : []),
    ...toolCalls.map(({ id, name, arguments: args }, index) =>
      callItem(
        `fc_${String(request.index)}_${String(index + 1)}`,
        id ?? `call_${String(index + 1)}`,
        name,
        argumentsText(args),
      ),
    ),
  ];
}

const incomplete = { length: "max_output_tokens", content_filter: "content_filter" } as const;

function response(request: RecordedRequest, answer: Answer) {
  const { finishReason } = answer;
  const reason = finishReason === "length" || finishReason === "content_filter" ? incomplete[finishReason] : undefined;
  const usage = usageOf(answer);
  return {
    id: `resp_${String(request.index)}`,
    object: "response",
    created_at: 1_700_000_000,
    model: modelOf(request, answer),
    status: reason === undefined ? "completed" : "incomplete",
    error: null,
    incomplete_details: reason === undefined ? null : { reason },
    output: items(request, answer),
    parallel_tool_calls: true,
    tools: request.body.tools ?? [],
    ...(usage === null
      ? {}
      : {
          usage: {
            input_tokens: usage.input,
            input_tokens_details: { cached_tokens: 0 },
            output_tokens: usage.output,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: usage.input + usage.output,
          },
        }),
  };
}

function events(whole: ReturnType<typeof response>, output: readonly Item[]): string[] {
  let sequence = 0;
  const event = (type: string, data: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...data })}\n\n`;
  const open = { ...whole, status: "in_progress", incomplete_details: null, output: [], usage: null };
  return [
    event("response.created", { response: open }),
    event("response.in_progress", { response: open }),
    ...output.flatMap((item, index) => itemEvents(event, item, index)),
    event(whole.status === "completed" ? "response.completed" : "response.incomplete", { response: whole }),
  ];
}

function itemEvents(event: (type: string, data: object) => string, item: Item, index: number): string[] {
  const at = { item_id: item.id, output_index: index };
  const added = { ...item, status: "in_progress", ...(item.type === "message" ? { content: [] } : { arguments: "" }) };
  const body =
    item.type === "message"
      ? item.content.flatMap((part) => partEvents(event, { ...at, content_index: 0 }, part))
      : [
          ...halves(item.arguments).map((delta) => event("response.function_call_arguments.delta", { ...at, delta })),
          event("response.function_call_arguments.done", { ...at, name: item.name, arguments: item.arguments }),
        ];
  return [
    event("response.output_item.added", { output_index: index, item: added }),
    ...body,
    event("response.output_item.done", { output_index: index, item }),
  ];
}

function partEvents(
  event: (type: string, data: object) => string,
  at: object,
  part: ReturnType<typeof messageItem>["content"][number],
): string[] {
  const [kind, text] = part.type === "refusal" ? ["refusal", part.refusal] : ["output_text", part.text];
  const blank = part.type === "refusal" ? { ...part, refusal: "" } : { ...part, text: "" };
  return [
    event("response.content_part.added", { ...at, part: blank }),
    ...tokensOf(text).map((delta) => event(`response.${kind}.delta`, { ...at, delta, logprobs: [] })),
    event(`response.${kind}.done`, {
      ...at,
      ...(part.type === "refusal" ? { refusal: text } : { text }),
      logprobs: [],
    }),
    event("response.content_part.done", { ...at, part }),
  ];
}
