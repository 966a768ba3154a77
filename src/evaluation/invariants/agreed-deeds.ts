import { readReply } from "../../metrics/trajectory/confirmation/read-reply.js";
import { asksToAgree } from "../../metrics/trajectory/confirmation/is-proposal.js";
import type { Turn } from "../../test-case/turn.js";
import { isDeedOf } from "./claims.js";

/** "Shall I check your refund?" proposes no refund. */
const onlyLooks = /\b(?:look|check|find|see|search|show|tell)\b/;

/** The tools whose deed the agent proposed in its last reply and the user has just agreed to. */
export function agreedDeeds(before: readonly Turn[], tools: readonly string[]): readonly string[] {
  const last = before.at(-1);
  const proposed = before.at(-2);
  if (last?.role !== "user" || proposed?.role !== "assistant" || !asksToAgree(proposed.content)) return [];
  const text = proposed.content.toLowerCase();
  if (onlyLooks.test(text)) return [];
  return tools.filter((tool) => isDeedOf(tool, { text }) && readReply(last.content, { tool }) === "consent");
}
