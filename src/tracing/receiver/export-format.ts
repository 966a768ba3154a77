import { Refusal } from "./refusal.js";

export type Signal = "traces" | "logs";
export type Encoding = "json" | "protobuf";

export const contentTypes: Readonly<Record<Encoding, string>> = {
  json: "application/json",
  protobuf: "application/x-protobuf",
};

/** The encoding that a content type names. Undefined: none of OTLP's. */
export function encodingOf(contentType: string | undefined): Encoding | undefined {
  const type = contentType?.split(";", 1)[0]?.trim().toLowerCase();
  if (type === contentTypes.json) return "json";
  return type === contentTypes.protobuf || type === "application/protobuf" ? "protobuf" : undefined;
}

/** The kind of export that is sent to a path. An endpoint that ends in a slash makes exporters send to `//v1/traces`. */
export function signalAt(url: string): Signal {
  const path = url.split(/[?#]/, 1)[0]?.replace(/\/+/g, "/").replace(/\/$/, "") ?? "";
  if (path === "/v1/traces") return "traces";
  if (path === "/v1/logs") return "logs";
  if (path === "/v1/metrics") {
    throw new Refusal(404, "No metrics are taken here. Set OTEL_METRICS_EXPORTER=none to send none.");
  }
  throw new Refusal(
    404,
    `Nothing is taken at ${path === "" ? "/" : path}. Send traces to /v1/traces, logs to /v1/logs.`,
  );
}
