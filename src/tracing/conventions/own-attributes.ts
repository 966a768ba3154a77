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
  expectedOutput: "rehearsal.expected_output",
  context: "rehearsal.context",
  expectedTools: "rehearsal.expected_tools",
  tags: "rehearsal.tags",
  costUsd: "rehearsal.cost_usd",
  missing: "rehearsal.missing",
  /** True: a call by itself, whatever observed tool it lies within. */
  apart: "rehearsal.apart",
  /** True: what the span tells of arguments was changed before it was recorded. */
  redacted: "rehearsal.redacted",
  run: "rehearsal.run.id",
  turn: "rehearsal.turn.id",
  /** Of a simulated conversation: the id of its golden, which trial of it, and who ended it why. */
  golden: "rehearsal.golden",
  trial: "rehearsal.trial",
  endedBy: "rehearsal.ended_by",
  endReason: "rehearsal.end_reason",
  /** True on spans of our instrumentations, which are written in the standard and put themselves on record. */
  recorded: "rehearsal.recorded",
} as const;

/** Whether such a span is on its run's record already, so that no recorder needs to put it there. */
export const isOnRecord = (attributes: Readonly<Record<string, unknown>> | undefined): boolean =>
  attributes?.[own.kind] !== undefined || attributes?.[own.recorded] !== undefined;
