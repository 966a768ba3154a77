import { messageOf } from "../errors.js";
import { fieldsOf, isFields, listOf, textOf, type Fields } from "./fields.js";

/** Why one attempt failed, whatever SDK threw it. */
export interface Failure {
  readonly kind: "http" | "connection" | "unreadable" | "other";
  /** HTTP status. Null: there was none. */
  readonly status: number | null;
  /** The message that the provider gave. Empty: it gave none. */
  readonly said: string;
  /** All that the provider sent, as far as the SDK keeps it. */
  readonly body: string;
  readonly retryable: boolean;
  /** How long the provider asks to wait, in milliseconds. Null: it does not say. */
  readonly retryAfterMs: number | null;
  /** The provider wants fewer calls for now, whoever makes them. */
  readonly throttled: boolean;
  /** The account has used up what it may use: waiting does not help. */
  readonly quota: boolean;
}

/** Reads what `openai` (APIError), an AI SDK model (APICallError) or fetch threw. `nowMs`: milliseconds since the epoch. */
export function readFailure(thrown: unknown, nowMs: number): Failure {
  const error = fieldsOf(thrown);
  const status = statusOf(error);
  if (status === null) return withoutStatus(thrown);
  const headers = headersOf(error.headers ?? error.responseHeaders);
  const sent = error.error ?? error.responseBody;
  const body = typeof sent === "string" ? sent : isFields(sent) ? JSON.stringify(sent) : statusless(thrown, status);
  const quota = /insufficient_quota|billing_hard_limit/.test(body);
  const retryable = !quota && retryableStatus(status, headers("x-should-retry"));
  const retryAfterMs = retryAfter(headers, nowMs);
  return {
    kind: "http",
    status,
    said: messageIn(body),
    body,
    quota,
    retryable,
    retryAfterMs,
    // 529 is what Anthropic's API answers where it is overloaded.
    throttled: !quota && (status === 429 || status === 529 || (retryable && retryAfterMs !== null)),
  };
}

function statusOf({ status, statusCode }: Fields): number | null {
  const found = status ?? statusCode;
  return typeof found === "number" && found >= 100 && found < 600 ? found : null;
}

/** The SDK puts the status before the message, and says so where there was no body. */
function statusless(thrown: unknown, status: number): string {
  const message = messageOf(thrown).replace(new RegExp(`^${String(status)}\\s*`), "");
  return message.startsWith("status code (no body)") ? "" : message;
}

function messageIn(body: string): string {
  try {
    const sent = fieldsOf(JSON.parse(body));
    const inner = isFields(sent.error) ? sent.error : sent;
    return textOf(inner.message) ?? textOf(sent.error) ?? textOf(inner.detail) ?? body;
  } catch {
    return body;
  }
}

/** What the `openai` client itself takes for passing trouble. */
function retryableStatus(status: number, shouldRetry: string | null): boolean {
  if (shouldRetry === "true" || shouldRetry === "false") return shouldRetry === "true";
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

function withoutStatus(thrown: unknown): Failure {
  const said = messageOf(thrown);
  const failure = { status: null, said, body: said, retryAfterMs: null, throttled: false, quota: false };
  if (thrown instanceof SyntaxError) {
    // The parser quotes the first characters of the body, and half of a secret is not recognised as one.
    const reason = said.replace(/, (\.\.\.)?".*is not valid JSON$/s, "");
    return { ...failure, said: reason, kind: "unreadable", retryable: false };
  }
  const root = rootOf(thrown);
  const code = textOf(fieldsOf(root).code) ?? "";
  const isSystem = /^(E[A-Z_]+|UND_ERR_\w+)$/.test(code);
  // fetch reports every broken connection as one of these two, `openai` as APIConnectionError.
  const isFetch = thrown instanceof TypeError && /fetch failed|terminated/.test(thrown.message);
  const isClient = thrown instanceof Error && thrown.constructor.name.startsWith("APIConnection");
  if (!isSystem && !isFetch && !isClient) return { ...failure, kind: "other", retryable: false };
  // The system's own messages name the host.
  return { ...failure, kind: "connection", said: code.startsWith("E") ? code : messageOf(root), retryable: true };
}

/** The innermost cause, which knows what happened. */
function rootOf(thrown: unknown): unknown {
  let error = thrown;
  for (let depth = 0; depth < 6; depth++) {
    const { cause, errors } = fieldsOf(error);
    const inner = cause ?? listOf(errors)[0];
    if (!isFields(inner)) return error;
    error = inner;
  }
  return error;
}

type Header = (name: string) => string | null;

/** `openai` 5 and later keep `Headers`, version 4 and the AI SDK plain objects. */
function headersOf(headers: unknown): Header {
  if (headers instanceof Headers) return (name) => headers.get(name);
  if (!isFields(headers)) return () => null;
  return (name) => {
    const key = Object.keys(headers).find((other) => other.toLowerCase() === name);
    return key === undefined ? null : (textOf(headers[key]) ?? null);
  };
}

/** A year. More than that is no wait, and a number that can't be reckoned with. */
const LONGEST_WAIT_MS = 31_536_000_000;

function retryAfter(headers: Header, nowMs: number): number | null {
  const asked = askedWait(headers, nowMs);
  return asked === null ? null : Math.min(asked, LONGEST_WAIT_MS);
}

function askedWait(headers: Header, nowMs: number): number | null {
  const inMs = number(headers("retry-after-ms"));
  if (inMs !== null) return inMs;
  const header = headers("retry-after");
  const inSeconds = number(header);
  if (header === null || inSeconds !== null) return inSeconds === null ? null : inSeconds * 1000;
  // Date.parse takes "-3" and "soon 7" for dates too; one of HTTP names year and time.
  const date = /\d{4}.*\d\d:\d\d/.test(header) ? Date.parse(header) : NaN;
  // Measured by the server's own clock, where it tells it: ours may be wrong.
  const served = Date.parse(headers("date") ?? "");
  return Number.isNaN(date) ? null : Math.max(0, date - (Number.isNaN(served) ? nowMs : served));
}

function number(text: string | null): number | null {
  const value = text === null || text.trim() === "" ? NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
