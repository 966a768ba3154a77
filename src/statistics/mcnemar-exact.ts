import { RehearsalError } from "../errors.js";

/**
 * The exact two-sided p-value of McNemar's test for pairs: of those that changed between two runs, `worse` got worse and
 * `better` better; how likely is so uneven a split if nothing changed but chance? 1 where none changed. McNemar, "Note on
 * the sampling error of the difference between correlated proportions", Psychometrika 12 (1947), in its binomial form.
 *
 * Throws a {@link RehearsalError} of code `invalid_input` where the numbers are no counts.
 */
export function mcnemarExact(worse: number, better: number): number {
  for (const count of [worse, better]) {
    if (Number.isSafeInteger(count) && count >= 0) continue;
    throw new RehearsalError("invalid_input", `mcnemarExact takes two counts, whole numbers; got ${String(count)}`);
  }
  const changed = worse + better;
  // In logarithms: 2^-changed is 0 to a computer from a thousand on.
  let [logTerm, tail] = [-changed * Math.LN2, 0];
  for (let fewer = 0; fewer <= Math.min(worse, better); fewer++) {
    tail += Math.exp(logTerm);
    logTerm += Math.log((changed - fewer) / (fewer + 1));
  }
  return Math.min(1, 2 * tail);
}
