/**
 * A set that all copies of this package in a process share. There are two as soon as a loader turns the tests into CommonJS:
 * what these `require` is then not what our own `import()` finds, and a receiver opened by one has to see runs of the other.
 */
export function sharedSet<T>(name: string): () => Set<T> {
  let set: Set<T> | undefined;
  return () => {
    if (set !== undefined) return set;
    const key = Symbol.for(`rehearsal.${name}.1`);
    const there = Reflect.get(globalThis, key) as Set<T> | undefined;
    set = there ?? new Set();
    if (there === undefined) Object.defineProperty(globalThis, key, { value: set });
    return set;
  };
}
