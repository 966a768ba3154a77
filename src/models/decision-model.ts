import type { JsonValue } from "../test-case/json.js";

/** A closed question. Yes or no, a choice and a score are all options; those of a score are in order. */
export interface DecisionQuestion {
  readonly id: string;
  readonly question: string;
  readonly options: readonly { readonly name: string; readonly description?: string }[];
}

export interface DecisionAnswer {
  /** Of the question. */
  readonly id: string;
  /** For each option by name, from 0 to 1; together 1. */
  readonly probabilities: { readonly [option: string]: number };
}

/**
 * A model that does not write but decides: the probability of each option of closed questions about data. Its
 * probabilities mean what its own calibration makes of them, so cut-points belong to its `id`.
 */
export interface DecisionModel {
  /** Name for reports and caches. */
  readonly id: string;
  /** Answers every question, in order. Rejects like a LanguageModel. */
  decide(request: {
    readonly state: JsonValue;
    readonly questions: readonly DecisionQuestion[];
    readonly signal?: AbortSignal;
  }): Promise<readonly DecisionAnswer[]>;
}
