/** Names of the attributes that have no place in the standard. */
export const own = {
  /** A span kind, or `turn`. On every span that Rehearsal itself starts, from its start. */
  kind: "rehearsal.span.kind",
  /** JSON text, encoded once; where the standard has a place for the content, it is there instead. */
  input: "rehearsal.input",
  output: "rehearsal.output",
  metadata: "rehearsal.metadata",
  retrievalContext: "rehearsal.retrieval_context",
  toolsCalled: "rehearsal.tools_called",
  missing: "rehearsal.missing",
  run: "rehearsal.run.id",
  turn: "rehearsal.turn.id",
} as const;
