import { distance } from "fastest-levenshtein";

/** What others call it. */
const synonyms = new Map([
  ["arguments", "inputParameters"],
  ["args", "inputParameters"],
  ["result", "output"],
]);

/**
 * The known key that an unknown one most likely stands for: one that holds it or that it holds ("input" for
 * "inputParameters"), else the one the fewest letters away.
 */
export function nearestKey(key: string, known: readonly string[]): string | undefined {
  const given = plain(key);
  if (given === "" || given.length > 60) return undefined;
  const meant = synonyms.get(given);
  if (meant !== undefined && known.includes(meant)) return meant;
  const [nearest] = known
    .map((candidate) => ({ candidate, steps: distance(given, plain(candidate)) }))
    .sort((a, b) => a.steps - b.steps);
  if (nearest === undefined) return undefined;
  if (nearest.steps <= 1 && nearest.steps < given.length) return nearest.candidate;
  const holding = known.find((candidate) => given.length >= 4 && plain(candidate).includes(given));
  if (holding !== undefined) return holding;
  return nearest.steps <= Math.max(2, given.length / 2.5) && nearest.steps < given.length
    ? nearest.candidate
    : undefined;
}

const plain = (key: string): string => key.toLowerCase().replace(/[_\s-]+/g, "");
