export const observeTypes = ["agent", "llm", "tool", "retriever", "embedding", "reranker", "chain"] as const;
export type ObserveType = (typeof observeTypes)[number];
