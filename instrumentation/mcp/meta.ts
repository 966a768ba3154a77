import { isObject } from "../../src/tracing/instrument.js";
import type { McpRequest } from "./request.js";

/** By this the server's side tells the client's that its part of a run will come from there. */
const RECORDED = "rehearsal/recorded";

export const metaOf = ({ params }: McpRequest): unknown => params._meta;

/** The request with W3C headers in its `_meta`, as OpenTelemetry has it. What the caller put there stays. */
export function withHeaders(request: McpRequest, headers: Readonly<Record<string, string>>): McpRequest {
  const { params } = request;
  const given = isObject(params._meta) ? params._meta : {};
  return { ...request, params: { ...params, _meta: { ...headers, ...given } } };
}

export function withRecorded(result: unknown): unknown {
  if (!isObject(result)) return result;
  return { ...result, _meta: { ...(isObject(result._meta) ? result._meta : {}), [RECORDED]: true } };
}

/** Takes the sign out of a result that has just been received. True: it was there. */
export function takeRecorded(result: unknown): boolean {
  const meta = isObject(result) ? result._meta : undefined;
  if (!isObject(meta) || meta[RECORDED] !== true) return false;
  Reflect.deleteProperty(meta, RECORDED);
  if (isObject(result) && Object.keys(meta).length === 0) Reflect.deleteProperty(result, "_meta");
  return true;
}
