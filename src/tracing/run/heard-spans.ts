import type { SpanContext } from "@opentelemetry/api";
import { shared } from "../../test-case/shared.js";

/** More than this are forgotten, the oldest first: verdicts come soon after what they judge. */
const MOST = 10_000;

const remembered = shared("heard spans", () => new Map<string, SpanContext>());

/** Notes down a span that somebody exports, by its trace or by its conversation, so that a verdict can join it later. */
export function rememberSpan(key: string, span: SpanContext): void {
  const spans = remembered();
  spans.delete(key);
  spans.set(key, span);
  if (spans.size <= MOST) return;
  const [oldest] = spans.keys();
  if (oldest !== undefined) spans.delete(oldest);
}

export const spanOf = (key: string): SpanContext | undefined => remembered().get(key);
export const turnKey = (traceId: string): string => `turn ${traceId}`;
export const conversationKey = (id: string): string => `conversation ${id}`;
