import type { IncomingHttpHeaders } from "node:http";

export type Endpoint = "chat" | "responses" | "embeddings" | "models" | "unknown";

/** A request as the server saw it. */
export interface RecordedRequest {
  /** From 0, over all endpoints. */
  readonly index: number;
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The JSON object that was sent; `{}` where there was none. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Resolves when the exchange is over: answered in full, or given up by either side. */
  readonly closed: Promise<"answered" | "broken">;
}

export function endpointOf(path: string): Endpoint {
  if (path === "/v1/chat/completions") return "chat";
  if (path === "/v1/responses") return "responses";
  if (path === "/v1/embeddings") return "embeddings";
  return path === "/v1/models" || path.startsWith("/v1/models/") ? "models" : "unknown";
}
