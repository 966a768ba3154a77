type Method = (this: unknown, ...args: unknown[]) => unknown;

/** On what is patched already, so that nothing is intercepted twice; not even by two copies of this package. */
export const MARK = Symbol.for("rehearsal.intercepted.1");

/**
 * Replaces a method of this one object, which keeps its class and shows no property that it did not. False: it has no such method, or
 * is frozen.
 */
export function patchMethod(target: object, key: string, replace: (original: Method) => Method): boolean {
  const original: unknown = Reflect.get(target, key);
  if (typeof original !== "function") return false;
  if (Reflect.get(original, MARK) === true) return true;
  const value = replace(original as Method);
  Object.defineProperty(value, MARK, { value: true });
  const enumerable = Object.getOwnPropertyDescriptor(target, key)?.enumerable ?? false;
  return Reflect.defineProperty(target, key, { value, configurable: true, writable: true, enumerable });
}
