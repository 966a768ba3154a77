import { RehearsalError } from "../../errors.js";
import type { AgentInput } from "../agent.js";
import { fillTemplate } from "./body-template.js";
import type * as Secrets from "./request-secrets.js";

type Headers = Readonly<Record<string, string>>;

export interface RequestOptions {
  /** Absolute; or a function of the turn. */
  readonly url: string | URL | ((input: AgentInput) => string | URL);
  /** Default: `POST`. */
  readonly method?: string | undefined;
  /** Added to the request, or a function of the turn that gives them. `baggage` is joined with ours. Default: none. */
  readonly headers?: (Headers | ((input: AgentInput) => Headers | Promise<Headers>)) | undefined;
  /**
   * What is sent: a function of the turn, or a template in whose texts `{{input}}`, `{{threadId}}`, `{{messages}}` (all
   * turns so far, each with role and content), `{{golden}}` and `{{variables}}` (the golden's) are filled in, and what is in
   * those two, as in `{{golden.facts.order_id}}` (the value of that fact) and `{{variables.tenant}}`. It goes as JSON; texts,
   * bytes and forms that the function gives go as they are. `GET` and `HEAD` have none, all others need one.
   */
  readonly body?: ((input: AgentInput) => unknown) | object | undefined;
}

/** What is asked, for messages. */
export interface Asked {
  /** Without what may be secret. */
  readonly name: string;
  /** A text of the answer without the keys that the request was sent with: servers quote them. To be done before it is cut. */
  readonly hide: (text: string) => string;
}

export interface AgentRequest extends Asked {
  readonly url: URL;
  readonly init: RequestInit;
}

export async function requestFor(options: RequestOptions, input: AgentInput): Promise<AgentRequest> {
  const { method = "POST", headers = {}, body } = options;
  const url = new URL(typeof options.url === "function" ? options.url(input) : options.url);
  const name = `${method} ${url.origin}${url.pathname}`;
  const given = headersOf(typeof headers === "function" ? await headers(input) : headers, name);
  const { traceparent, baggage } = input.headers;
  if (traceparent !== "") given.set("traceparent", traceparent);
  if (baggage !== "") given.set("baggage", [given.get("baggage"), baggage].filter(Boolean).join(","));
  const content =
    typeof body === "function"
      ? await (body as (input: AgentInput) => unknown)(input)
      : body && fillTemplate(body, input, "httpAgent: body");
  const { withoutSecretsOf } = await (secrets ??= import("./request-secrets.js"));
  const hide = (text: string): string => withoutSecretsOf(text, url, given, content);
  if (content === undefined) {
    if (body === undefined) return { url, name, hide, init: { method, headers: given } };
    throw new RehearsalError("agent_failed", `httpAgent: body gave undefined for ${name}.`);
  }
  if (isRaw(content)) return { url, name, hide, init: { method, headers: given, body: content } };
  if (!given.has("content-type")) given.set("content-type", "application/json");
  return { url, name, hide, init: { method, headers: given, body: JSON.stringify(content) } };
}

/** Loaded with the first request, since importing an adapter is cheap. */
let secrets: Promise<typeof Secrets> | undefined;

/** Fetch quotes the value that it refuses, which may be a key. */
function headersOf(headers: Headers, name: string): globalThis.Headers {
  const made = new globalThis.Headers();
  for (const [header, value] of new Map(headers instanceof globalThis.Headers ? headers : Object.entries(headers))) {
    try {
      made.append(header, value);
    } catch {
      throw new RehearsalError(
        "agent_failed",
        `${name} can't be sent: the header ${JSON.stringify(header)}, or a sign in its value, is not allowed in HTTP. ` +
          "A key that was read from a file may have a line break in it.",
      );
    }
  }
  return made;
}

type Raw = NonNullable<RequestInit["body"]>;

const isRaw = (content: unknown): content is Raw =>
  typeof content === "string" ||
  content instanceof URLSearchParams ||
  content instanceof FormData ||
  content instanceof Blob ||
  content instanceof ArrayBuffer ||
  ArrayBuffer.isView(content);
