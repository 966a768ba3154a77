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
