import type { JsonValue } from "./json.js";

/** A question that a judge answers about the evidence, and nothing else. */
export interface JudgeQuestion {
  readonly id: string;
  /** A condition in plain language. */
  readonly condition: string;
}

/** Where a judge found what it says: the text is quoted, so that code can look it up. */
export interface JudgeEvidence {
  /** Number of the turn, from 1. */
  readonly turn: number;
  readonly quote: string;
}

export interface JudgeAnswer {
  readonly id: string;
  readonly answer: "met" | "not_met" | "cannot_determine";
  readonly reason: string;
  readonly evidence: readonly JudgeEvidence[];
}

/** Decides what code can't: answers closed questions about evidence given as data. */
export interface Judge {
  readonly id: string;
  decide(request: {
    evidence: JsonValue;
    questions: readonly JudgeQuestion[];
    signal?: AbortSignal;
    /** To be told of every call of a model that is made for the answer. Null: the provider did not say. */
    spent?: (call: { model: string; inputTokens: number | null; outputTokens: number | null }) => void;
  }): Promise<readonly JudgeAnswer[]>;
}
