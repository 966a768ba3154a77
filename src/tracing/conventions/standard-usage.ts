import { countOf, firstOf, tokensOf } from "../reading/attributes.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { Tokens } from "../reading/read-span.js";

/** Names that OpenTelemetry's versions, and those who wrote before or beside them, have for more than the plain counts. */
export const standardUsage = {
  cached: [
    "gen_ai.usage.cache_read.input_tokens",
    "gen_ai.usage.cache_read_input_tokens",
    "gen_ai.usage.input_cached_tokens",
    "gen_ai.usage.cached_input_tokens",
  ],
  reasoning: ["gen_ai.usage.reasoning.output_tokens", "gen_ai.usage.reasoning_tokens", "llm.usage.reasoning_tokens"],
  /** The standard has none. */
  cost: ["gen_ai.usage.cost", "operation.cost"],
} as const;

/** The tokens that a span counts under the names of the standard, whatever else it is written in. */
export const standardTokens = (span: PlainSpan): Tokens | undefined =>
  tokensOf(
    countOf(firstOf(span, "gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens")),
    countOf(firstOf(span, "gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens")),
    countOf(span.attributes["gen_ai.usage.total_tokens"]),
    countOf(firstOf(span, ...standardUsage.cached)),
    countOf(firstOf(span, ...standardUsage.reasoning)),
  );
