import type { PlainSpan } from "../reading/plain-span.js";

type Attributes = Readonly<Record<string, unknown>>;

/** What a span that calls another process asks for. */
export interface ServiceRequest {
  /** Alike for all requests of one shape, as in `POST 127.0.0.1:7001/orders/* of service "front"`. */
  readonly shape: string;
  /** Host and port that it went to. Undefined: not told. */
  readonly address: string | undefined;
}

/** What is remembered is short, whatever is sent. */
const LONGEST = 200;
const LONGEST_URL = 4_096;

/** Undefined: the span calls no other process, or never reached it. */
export function requestIn(span: PlainSpan, attributes: Attributes): ServiceRequest | undefined {
  if ((span.kind !== "client" && span.kind !== "producer") || hasNotConnected(span)) return undefined;
  const get = firstOf(attributes);
  const url = urlIn(attributes);
  const address = addressIn(attributes);
  const method = get("http.request.method", "http.method");
  const path = get("url.template", "http.route") ?? (url === undefined ? "" : withoutIds(url.pathname));
  const rpc = get("rpc.method");
  const what = method ?? (rpc === undefined ? span.name : [get("rpc.service"), rpc].filter(Boolean).join("/"));
  const peer = address ?? get("server.address", "net.peer.name", "peer.service", "messaging.destination.name") ?? "";
  const service = get("service.name");
  const target = `${what} ${peer}${method === undefined ? "" : path}`.trim();
  const shape = `${target.slice(0, LONGEST)}${service === undefined ? "" : ` of service "${service}"`}`;
  return { shape, address };
}

/** Host and port that a span names: of the server, or of itself where it is one. Undefined: not both are told. */
export function addressIn(attributes: Attributes): string | undefined {
  const get = firstOf(attributes);
  const url = urlIn(attributes);
  const host = get("server.address", "net.peer.name", "net.host.name") ?? url?.hostname;
  const scheme = get("url.scheme", "http.scheme") ?? url?.protocol.slice(0, -1);
  const port = get("server.port", "net.peer.port", "net.host.port") ?? (url?.port || defaultPorts[scheme ?? ""]);
  return host === undefined || host === "" || port === undefined ? undefined : `${host}:${port}`;
}

const defaultPorts: Readonly<Record<string, string>> = { http: "80", https: "443" };

/** Whether an address is of this machine or its own network, and so may be of a service under test. */
export const isNear = (address: string): boolean =>
  /^(localhost|\[?::1\]?|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|[\w-]+|[\w.-]+\.(local|internal|localhost)):\d+$/.test(
    address,
  );

/** Of a connection that was never made there is no other end. */
const hasNotConnected = ({ status, attributes }: PlainSpan): boolean =>
  status.code === 2 &&
  ["error.type", "http.error_name", "http.error_message", "exception.type"]
    .map((key) => attributes[key])
    .concat(status.message)
    .some((text) => typeof text === "string" && noConnection.test(text));

const noConnection =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|connection ?refused/i;

const firstOf =
  (attributes: Attributes) =>
  (...keys: readonly string[]): string | undefined => {
    for (const key of keys) {
      const value = attributes[key];
      if (typeof value === "number") return String(value);
      if (typeof value === "string" && value !== "") return value.slice(0, LONGEST);
    }
    return undefined;
  };

function urlIn(attributes: Attributes): URL | undefined {
  const text = attributes["url.full"] ?? attributes["http.url"];
  return typeof text === "string" && text.length <= LONGEST_URL && URL.canParse(text) ? new URL(text) : undefined;
}

/** Parts of a path with digits in them, or long ones, are mostly ids. */
const withoutIds = (path: string): string =>
  path
    .split("/")
    .map((part) => (/^v\d+$/.test(part) || (!/\d/.test(part) && part.length <= 40) ? part : "*"))
    .join("/");
