import type { JsonValue } from "../../test-case/json.js";

/** Fields of a test case that can be stated of a span, or of a whole trace. */
export const statedNames = [
  "expectedOutput",
  "context",
  "retrievalContext",
  "toolsCalled",
  "expectedTools",
  "tags",
] as const;

/** Such fields as JSON, as they were given. */
export type StatedJson = { readonly [Key in (typeof statedNames)[number]]?: JsonValue | undefined };
