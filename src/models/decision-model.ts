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
  /** Rejects, with what to do, where the model can't be asked at all; as that of a LanguageModel. */
  ready?(): Promise<void>;
  /** Answers every question, in order. Rejects like a LanguageModel. */
  decide(request: {
    readonly state: JsonValue;
    readonly questions: readonly DecisionQuestion[];
    readonly signal?: AbortSignal;
    /**
     * To be told of every call that is made for the answer (null: not known), so that it counts in ceilings. A model that
     * tells nothing is taken to have spent what nobody knows.
     */
    readonly spent?: (call: { model: string; inputTokens: number | null; outputTokens: number | null }) => void;
  }): Promise<readonly DecisionAnswer[]>;
}
