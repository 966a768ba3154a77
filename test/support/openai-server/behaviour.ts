/** A tool call that the model asks for. */
export interface AnsweredCall {
  readonly name: string;
  /** A string is sent as it is: so a model's broken JSON can be played. */
  readonly arguments: object | string;
  /** Absent means `call_1`, `call_2`, … */
  readonly id?: string;
}

/** What the model answers. The same answer is served as chat completion, as response, whole or in a stream. */
export interface Answer {
  readonly text?: string;
  /** Several are parallel calls. */
  readonly toolCalls?: readonly AnsweredCall[];
  readonly refusal?: string;
  /** In the words of chat completions. Absent: `tool_calls` with tool calls, else `stop`. */
  readonly finishReason?: "stop" | "length" | "tool_calls" | "content_filter";
  /** Absent means 10 in, 5 out. Null: the server says nothing. */
  readonly usage?: { readonly input: number; readonly output: number } | null;
  /** Absent: the model that was asked for. */
  readonly model?: string;
  /** Awaited before each piece of the body but the first: a slow body, without a timer. */
  readonly pause?: () => Promise<void>;
}

/** What goes wrong instead of an answer. */
export type Fault =
  /** An HTTP error. `body` is sent as JSON, a string as it is, absent: empty. */
  | {
      readonly fault: "status";
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The request is read and never answered. */
  | { readonly fault: "hang" }
  /** Status 200 and headers, and then nothing. */
  | { readonly fault: "hang after headers" }
  /** The connection breaks before any header. */
  | { readonly fault: "disconnect" }
  /** The connection breaks after `after` pieces of the body (absent: 1). */
  | { readonly fault: "cut"; readonly after?: number; readonly answer?: Answer }
  /** Status 200 and broken JSON, in a stream a broken event. */
  | { readonly fault: "malformed" }
  /** Status 200 with this body, sent as it is. */
  | { readonly fault: "body"; readonly body: string; readonly contentType?: string };

/** A string is an answer of that text. */
export type Behaviour = string | Answer | Fault;

export const answer = {
  json: (value: unknown): Answer => ({ text: JSON.stringify(value) }),
  /** As models do that were asked for JSON and like Markdown. */
  fencedJson: (value: unknown): Answer => ({ text: `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`` }),
  call: (name: string, args: object | string = {}): Answer => ({ toolCalls: [{ name, arguments: args }] }),
  calls: (...toolCalls: readonly AnsweredCall[]): Answer => ({ toolCalls }),
} as const;

const problem = (message: string, type: string, code: string | null = null) => ({
  error: { message, type, param: null, code },
});

export const fault = {
  status: (status: number, body?: unknown, headers: Readonly<Record<string, string>> = {}): Fault => ({
    fault: "status",
    status,
    body,
    headers,
  }),
  /** `retryAfter`: seconds or a date, as in the header. Absent: no such header. */
  rateLimit: ({ retryAfter, empty = false }: { retryAfter?: string; empty?: boolean } = {}): Fault =>
    fault.status(
      429,
      empty ? undefined : problem("Rate limit reached for requests", "requests", "rate_limit_exceeded"),
      retryAfter === undefined ? {} : { "retry-after": retryAfter },
    ),
  serverError: (): Fault => fault.status(500, problem("The server had an error", "server_error")),
  unauthorized: (said = "Incorrect API key provided"): Fault =>
    fault.status(401, problem(said, "invalid_request_error", "invalid_api_key")),
  badRequest: (message: string): Fault => fault.status(400, problem(message, "invalid_request_error")),
  hang: { fault: "hang" },
  hangAfterHeaders: { fault: "hang after headers" },
  disconnect: { fault: "disconnect" },
  cut: { fault: "cut" },
  malformedJson: { fault: "malformed" },
  html: { fault: "body", body: "<html><body>Welcome to the proxy</body></html>", contentType: "text/html" },
} as const;

/** Every way to fail that can be told from outside, by name: for tests that try each in every position. */
export const everyFault: Readonly<Record<string, Behaviour>> = {
  "429 with Retry-After": fault.rateLimit({ retryAfter: "1" }),
  "429 without Retry-After": fault.rateLimit(),
  "429 with an empty body": fault.rateLimit({ empty: true }),
  "500": fault.serverError(),
  "401": fault.unauthorized(),
  hang: fault.hang,
  "hang after headers": fault.hangAfterHeaders,
  disconnect: fault.disconnect,
  "cut body": fault.cut,
  "malformed JSON": fault.malformedJson,
  "a page instead of JSON": fault.html,
  "no choices": { fault: "body", body: '{"id":"chatcmpl-1","object":"chat.completion","choices":[]}' },
  "empty completion": "",
  refusal: { refusal: "I can't help with that." },
  "content filter": { text: "", finishReason: "content_filter" },
};
