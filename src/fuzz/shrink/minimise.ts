/**
 * The fewest of these items that still fail, in their order: leaving out any one of them makes the failure vanish
 * (1-minimal), if `fails` answers the same twice. By the algorithm ddmin of Zeller and Hildebrandt, "Simplifying and Isolating
 * Failure-Inducing Input" (IEEE Transactions on Software Engineering 28, 2002). `least`: how many are kept at least.
 */
export async function minimise<T>(
  items: readonly T[],
  fails: (items: readonly T[]) => Promise<boolean>,
  least = 0,
): Promise<readonly T[]> {
  let kept = items;
  let parts = Math.min(2, kept.length);
  while (kept.length > least) {
    const smaller = await firstFailing(candidates(kept, parts, least), fails);
    if (smaller === undefined) {
      if (parts >= kept.length) return kept;
      parts = Math.min(parts * 2, kept.length);
      continue;
    }
    // After one part is left out, the others are as large as before.
    parts = Math.max(Math.min(2, smaller.items.length), Math.min(smaller.alone ? 2 : parts - 1, smaller.items.length));
    kept = smaller.items;
  }
  return kept;
}

interface Candidate<T> {
  readonly items: readonly T[];
  /** It is one part, rather than all but one. */
  readonly alone: boolean;
}

/** Each part alone, then all but each part. */
function candidates<T>(items: readonly T[], parts: number, least: number): readonly Candidate<T>[] {
  const bounds = Array.from({ length: parts + 1 }, (_, at) => Math.round((at * items.length) / parts));
  const each = Array.from({ length: parts }, (_, at) => [bounds[at] ?? 0, bounds[at + 1] ?? 0] as const);
  const alone = parts > 1 ? each.map(([from, to]) => ({ items: items.slice(from, to), alone: true })) : [];
  const rest = each.map(([from, to]) => ({ items: [...items.slice(0, from), ...items.slice(to)], alone: false }));
  return [...alone, ...(parts === 2 ? [] : rest)].filter((each) => each.items.length >= least);
}

async function firstFailing<T>(
  all: readonly Candidate<T>[],
  fails: (items: readonly T[]) => Promise<boolean>,
): Promise<Candidate<T> | undefined> {
  for (const candidate of all) if (await fails(candidate.items)) return candidate;
  return undefined;
}
