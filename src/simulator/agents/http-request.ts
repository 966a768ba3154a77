import { RehearsalError } from "../../errors.js";
import type { AgentInput } from "../agent.js";
import { fillTemplate } from "./body-template.js";

type Headers = Readonly<Record<string, string>>;

export interface RequestOptions {
  /** Absolute; or a function of the turn. */
  readonly url: string | URL | ((input: AgentInput) => string | URL);
  /** Default: `POST`. */
  readonly method?: string;
  /** Added to the request, or a function of the turn that gives them. `baggage` is joined with ours. Default: none. */
  readonly headers?: Headers | ((input: AgentInput) => Headers | Promise<Headers>);
  /**
   * What is sent: a function of the turn, or a template in whose texts `{{input}}`, `{{threadId}}`, `{{messages}}` (all
   * turns so far, each with role and content), `{{golden}}` and `{{variables}}` (the golden's) are filled in, and what is in
   * those two, as in `{{golden.facts.order_id}}` (the value of that fact) and `{{variables.tenant}}`. It goes as JSON; texts,
   * bytes and forms that the function gives go as they are. `GET` and `HEAD` have none, all others need one.
   */
  readonly body?: ((input: AgentInput) => unknown) | object;
}

export interface AgentRequest {
  readonly url: URL;
  /** For messages, without what may be secret. */
  readonly name: string;
  readonly init: RequestInit;
}

export async function requestFor(options: RequestOptions, input: AgentInput): Promise<AgentRequest> {
  const { method = "POST", headers = {}, body } = options;
  const url = new URL(typeof options.url === "function" ? options.url(input) : options.url);
  const name = `${method} ${url.origin}${url.pathname}`;
  const given = new globalThis.Headers(typeof headers === "function" ? await headers(input) : headers);
  const { traceparent, baggage } = input.headers;
  if (traceparent !== "") given.set("traceparent", traceparent);
  if (baggage !== "") given.set("baggage", [given.get("baggage"), baggage].filter(Boolean).join(","));
  const content =
    typeof body === "function"
      ? await (body as (input: AgentInput) => unknown)(input)
      : body && fillTemplate(body, input, "httpAgent: body");
  if (content === undefined) {
    if (body === undefined) return { url, name, init: { method, headers: given } };
    throw new RehearsalError("agent_failed", `httpAgent: body gave undefined for ${name}.`);
  }
  if (isRaw(content)) return { url, name, init: { method, headers: given, body: content } };
  if (!given.has("content-type")) given.set("content-type", "application/json");
  return { url, name, init: { method, headers: given, body: JSON.stringify(content) } };
}

type Raw = NonNullable<RequestInit["body"]>;

const isRaw = (content: unknown): content is Raw =>
  typeof content === "string" ||
  content instanceof URLSearchParams ||
  content instanceof FormData ||
  content instanceof Blob ||
  content instanceof ArrayBuffer ||
  ArrayBuffer.isView(content);
