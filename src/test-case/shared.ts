/**
 * An object that all copies of this package in a process share. There are two as soon as a loader turns the tests into
 * CommonJS: what these `require` is then not what our own `import()` finds, and what one of them sets up has to serve the
 * other. Made when first asked for: nothing happens at import.
 */
export function shared<T extends object>(name: string, make: () => T): () => T {
  let object: T | undefined;
  return () => {
    if (object !== undefined) return object;
    const key = Symbol.for(`rehearsal.${name}.1`);
    const there = Reflect.get(globalThis, key) as T | undefined;
    object = there ?? make();
    if (there === undefined) Object.defineProperty(globalThis, key, { value: object });
    return object;
  };
}

export const sharedSet = <T>(name: string): (() => Set<T>) => shared(name, () => new Set<T>());
