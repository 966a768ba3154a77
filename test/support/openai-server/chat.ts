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

const CREATED = 1_700_000_000;

/** An answer as chat completion, or as its chunks. */
export const renderChat = (request: RecordedRequest, answer: Answer): Rendered =>
  streamed(request) ? eventStream(chunks(request, answer)) : wholeBody(completion(request, answer));

const finishReason = ({ finishReason, toolCalls = [] }: Answer) =>
  finishReason ?? (toolCalls.length > 0 ? "tool_calls" : "stop");

function usage(answer: Answer) {
  const counts = usageOf(answer);
  if (counts === null) return undefined;
  const { input, output } = counts;
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

const calls = ({ toolCalls = [] }: Answer) =>
  toolCalls.map(({ id, name, arguments: args }, index) => ({
    id: id ?? `call_${String(index + 1)}`,
    type: "function",
    function: { name, arguments: argumentsText(args) },
  }));

function completion(request: RecordedRequest, answer: Answer) {
  const toolCalls = calls(answer);
  const silent = toolCalls.length > 0 || answer.refusal !== undefined;
  const message = {
    role: "assistant",
    content: answer.text ?? (silent ? null : ""),
    refusal: answer.refusal ?? null,
    ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
  };
  return {
    id: `chatcmpl-${String(request.index)}`,
    object: "chat.completion",
    created: CREATED,
    model: modelOf(request, answer),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(answer) }],
    usage: usage(answer),
  };
}

function chunks(request: RecordedRequest, answer: Answer): string[] {
  const chunk = (choices: readonly object[], more: object = {}) => {
    const data = {
      id: `chatcmpl-${String(request.index)}`,
      object: "chat.completion.chunk",
      created: CREATED,
      model: modelOf(request, answer),
      choices,
      ...more,
    };
    return `data: ${JSON.stringify(data)}\n\n`;
  };
  const delta = (part: object, reason: string | null = null) =>
    chunk([{ index: 0, delta: part, logprobs: null, finish_reason: reason }]);
  const callDeltas = calls(answer).flatMap(({ function: { name, arguments: args }, ...call }, index) => [
    delta({ tool_calls: [{ index, ...call, function: { name, arguments: "" } }] }),
    ...halves(args).map((half) => delta({ tool_calls: [{ index, function: { arguments: half } }] })),
  ]);
  return [
    delta({ role: "assistant", content: "" }),
    ...tokensOf(answer.text ?? "").map((token) => delta({ content: token })),
    ...tokensOf(answer.refusal ?? "").map((token) => delta({ refusal: token })),
    ...callDeltas,
    delta({}, finishReason(answer)),
    ...(wantsUsage(request) && usage(answer) !== undefined ? [chunk([], { usage: usage(answer) })] : []),
    "data: [DONE]\n\n",
  ];
}

function wantsUsage({ body }: RecordedRequest): boolean {
  const options = body.stream_options as { readonly include_usage?: boolean } | undefined;
  return options?.include_usage === true;
}
