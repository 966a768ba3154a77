type Outcome<R> = { readonly index: number; readonly result: R } | { readonly thrown: unknown };

/**
 * Does `work` for each item, at most `concurrency` at a time, and yields each result as it comes. Nothing more is begun
 * while the reader is busy, so what waits to be read is never more than `concurrency`. Rejects as `work` does.
 */
export async function* pooled<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T, index: number) => Promise<R>,
): AsyncGenerator<{ readonly index: number; readonly result: R }, void, undefined> {
  const ready: Outcome<R>[] = [];
  let wake: (() => void) | undefined;
  let next = 0;
  let running = 0;
  const start = (index: number, item: T): void => {
    running += 1;
    const came = (outcome: Outcome<R>): void => {
      running -= 1;
      ready.push(outcome);
      wake?.();
    };
    work(item, index).then(
      (result) => came({ index, result }),
      (thrown: unknown) => came({ thrown }),
    );
  };
  while (next < items.length || running > 0 || ready.length > 0) {
    while (running + ready.length < concurrency && next < items.length) {
      const index = next++;
      start(index, items[index] as T);
    }
    const done = ready.shift();
    if (done === undefined) await new Promise<void>((resolve) => (wake = resolve));
    else if ("thrown" in done) throw done.thrown;
    else yield done;
  }
}
