import type { CallTable } from "./call-table.js";
import type { PairingMode, WeighedPair } from "./pair-calls.js";

export interface Score {
  /** Whether the mode is fulfilled. */
  readonly full: boolean;
  readonly score: number;
  readonly precision: number;
  readonly recall: number;
}

/**
 * With M the summed weight of the pairs: precision M / calls made, recall M / calls required (M of those), and F1 their
 * harmonic mean. Both lists empty: 1; just one of them: 0.
 */
export function scorePairs({ expected, actual }: CallTable, mode: PairingMode, pairs: readonly WeighedPair[]): Score {
  const required = expected.filter((call) => call.required).length;
  const isRequired = (pair: WeighedPair) => expected[pair.expected]?.required === true;
  const sum = (some: readonly WeighedPair[]) => some.reduce((total, { weight }) => total + weight, 0);
  const matched = pairs.filter(({ weight }) => weight === 1);
  const allRequired = matched.filter(isRequired).length === required;
  const allMade = matched.length === actual.length;
  const recall =
    required > 0 ? sum(pairs.filter(isRequired)) / required : Number(expected.length > 0 || actual.length === 0);
  const precision = actual.length > 0 ? sum(pairs) / actual.length : Number(expected.length === 0);
  switch (mode) {
    case "superset":
    case "inOrder":
      return { full: allRequired, score: recall, precision, recall };
    case "subset":
      return { full: allMade, score: actual.length === 0 ? 1 : precision, precision, recall };
    case "exact":
    case "sameMultiset": {
      const full = allRequired && allMade;
      const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
      return { full, score: full ? 1 : f1, precision, recall };
    }
  }
}
