import { RehearsalError } from "../errors.js";
import { nearestKey } from "../test-case/nearest-key.js";

/**
 * The goldens whose id matches one of the patterns: an id as it is, or with `*` for any text and `?` for any character.
 * No patterns: all. A pattern that matches nothing is an error, since a run of nothing would pass unnoticed.
 */
export function selectGoldens<T extends { readonly id: string }>(
  goldens: readonly T[],
  patterns: readonly string[],
): T[] {
  if (patterns.length === 0) return [...goldens];
  const ids = goldens.map(({ id }) => id);
  const matchers = patterns.map((pattern) => {
    const matches = ids.includes(pattern) ? (id: string) => id === pattern : globMatcher(pattern);
    if (!ids.some(matches)) throw new RehearsalError("invalid_input", noMatch(pattern, ids));
    return matches;
  });
  return goldens.filter(({ id }) => matchers.some((matches) => matches(id)));
}

function globMatcher(pattern: string): (id: string) => boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*+/g, ".*")
    .replace(/\?/g, ".");
  const expression = new RegExp(`^${source}$`, "s");
  return (id) => expression.test(id);
}

function noMatch(pattern: string, ids: readonly string[]): string {
  const near = nearestKey(pattern, ids);
  const listed = ids.slice(0, 10).join(", ") + (ids.length > 10 ? ", …" : "");
  const hint = near === undefined ? `The dataset holds: ${listed || "no goldens"}` : `Did you mean "${near}"?`;
  return `--only ${pattern}: no golden has such an id. ${hint}`;
}
