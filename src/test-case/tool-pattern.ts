import { partsOf } from "./tool-names.js";

/** Whether a name stands for all that its `*` may be filled with: `delete_*`. */
export const isToolPattern = (name: string): boolean => name.includes("*");

/** Whether a tool goes by a pattern, however it is spelled: `mcp__shop__deleteOrder` by `delete_*`, and all by `*`. */
export function matchesTool(called: string, pattern: string): boolean {
  if (matchesLiterally(called, pattern)) return true;
  const [parts, wanted] = [partsOf(called), partsOf(pattern)];
  const shared = Math.min(parts.length, wanted.length);
  return shared > 0 && expressionOf(wanted.slice(-shared).join("/")).test(parts.slice(-shared).join("/"));
}

/** The same to the letter. */
export const matchesLiterally = (called: string, pattern: string): boolean => expressionOf(pattern).test(called);

const expressionOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*+/g, ".*")}$`, "su");
