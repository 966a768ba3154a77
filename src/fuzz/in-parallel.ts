import { pooled } from "../simulator/pool.js";

/** Does `work` for each item, at most `concurrency` at a time; the results in the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  let broken: { readonly error: unknown } | undefined;
  // A pool's work must not reject: after the first error nothing more is done.
  const tolerant = async (item: T): Promise<{ readonly value: R } | undefined> => {
    if (broken !== undefined) return undefined;
    try {
      return { value: await work(item) };
    } catch (error) {
      broken ??= { error };
      return undefined;
    }
  };
  for await (const { index, result } of pooled(items, concurrency, tolerant))
    if (result !== undefined) results[index] = result.value;
  if (broken !== undefined) throw broken.error;
  return results;
}
