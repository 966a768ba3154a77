import type { JsonValue } from "../../test-case/json.js";
import { encode, encodeRequest } from "./encode.js";
import { isSecretHeader } from "./secret-names.js";
import { REDACTED } from "./secrets.js";

/** A call of a fetch, as a cassette knows it. */
export interface FetchCall {
  readonly request: JsonValue;
  /** For the fetch itself: a body that can be read only once is replaced by what was read. */
  readonly args: readonly unknown[];
  readonly signal: AbortSignal | undefined;
  readonly url: string;
  /** What it is sent with and nobody may read. */
  readonly secrets: readonly string[];
  /** Sent by one of the clients (`openai`, Anthropic's) that try again after any error, and then hide it. */
  readonly retries: boolean;
}

type Body = NonNullable<RequestInit["body"]>;

/** What a fetch takes, and what only says how to send it; anything else belongs to the request. */
const initNames =
  /^(?:method|headers|body|signal|redirect|credentials|cache|mode|referrer|referrerPolicy|integrity|keepalive|duplex|priority|window|dispatcher|agent|timeout|next|cf)$/;

/** Whether the call of any function is that of a fetch: what only a fetch takes comes with the address. */
export function isSurelyFetchCall(args: readonly unknown[]): args is [string | URL | Request, RequestInit?] {
  const [input, init] = args;
  if (!isFetchCall(args)) return false;
  if (input instanceof Request) return true;
  const names = Object.keys(init ?? {});
  return names.some((name) => /^(?:method|headers|body)$/.test(name)) && names.every((name) => initNames.test(name));
}

/** Whether a function is called as a fetch is: with an address, and at most an object besides. */
export function isFetchCall(args: readonly unknown[]): args is [string | URL | Request, RequestInit?] {
  const [input, init, ...others] = args;
  if (others.length > 0) return false;
  const address = input instanceof URL || input instanceof Request || (typeof input === "string" && isHttp(input));
  if (!address) return false;
  return init === undefined || init === null || typeof init === "object";
}

const isHttp = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** `headers`: those that belong to the request; all others are the client's own business. */
export async function readFetchCall(
  [input, init]: [string | URL | Request, RequestInit?],
  headers: readonly string[],
): Promise<FetchCall> {
  const given = input instanceof Request ? input : undefined;
  const { body, ...rest } = init ?? {};
  const url = input instanceof Request ? input.url : input instanceof URL ? input.href : input;
  const others = Object.entries(rest).filter(([key]) => !initNames.test(key));
  const sent = new Headers(rest.headers ?? given?.headers);
  const once = isReadOnce(body) ? new Uint8Array(await new Response(body as Body).arrayBuffer()) : undefined;
  const content =
    body === undefined || body === null
      ? given !== undefined && given.body !== null
        ? await read(given.clone())
        : undefined
      : await read(once ?? body);
  return {
    request: encodeRequest({
      method: (rest.method ?? given?.method ?? "GET").toUpperCase(),
      url,
      headers: chosen(sent, headers),
      ...content,
      ...(others.length > 0 && { options: Object.fromEntries(others) }),
    }),
    args: once === undefined ? [input, init] : [input, { ...withoutDuplex(rest), body: once }],
    signal: rest.signal ?? given?.signal,
    url,
    secrets: [...sent].flatMap(([name, value]) => (isSecretHeader(name) ? secretsIn(value) : [])),
    retries: sent.has("x-stainless-retry-count"),
  };
}

/** Also without the scheme before them; short ones are placeholders such as "none", and words of messages too. */
const secretsIn = (value: string): string[] => [value, ...value.split(/\s+/)].filter(({ length }) => length >= 8);

const withoutDuplex = (init: RequestInit): RequestInit =>
  Object.fromEntries(Object.entries(init).filter(([key]) => key !== "duplex"));

function isReadOnce(body: unknown): boolean {
  return typeof body === "object" && body !== null && !(body instanceof Blob) && Symbol.asyncIterator in body;
}

function chosen(sent: Headers, names: readonly string[]): Record<string, string> | undefined {
  const found = names.flatMap((name) => {
    const value = sent.get(name);
    return value === null ? [] : [[name.toLowerCase(), isSecretHeader(name) ? REDACTED : value] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** A body as JSON where it is that, else as text, as the fields of a form, or as bytes. */
async function read(body: Body | Request): Promise<Record<string, unknown>> {
  if (body instanceof FormData) return { form: await Promise.all([...body].map(readField)) };
  if (body instanceof URLSearchParams) return { form: [...body] };
  const source = body instanceof Request ? body : new Response(body);
  return readBytes(new Uint8Array(await source.arrayBuffer()));
}

async function readField([name, value]: [string, string | Blob]): Promise<unknown> {
  if (typeof value === "string") return [name, value];
  const content = readBytes(new Uint8Array(await value.arrayBuffer()));
  return [name, { file: "name" in value ? value.name : "", type: value.type, ...content }];
}

function readBytes(bytes: Uint8Array): Record<string, unknown> {
  const text = utf8(bytes);
  if (text === undefined) return { bytes };
  if (text === "") return {};
  const json = parsed(text);
  return json === undefined ? { text } : { body: json };
}

/** Undefined: it is no text. */
export function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parsed(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** JSON that `JSON.stringify` writes back to the very same text. Undefined: none. */
export function exactJson(text: string): JsonValue | undefined {
  const json = parsed(text);
  return json !== undefined && JSON.stringify(json) === text ? encode(json) : undefined;
}
