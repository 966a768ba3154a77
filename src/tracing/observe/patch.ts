type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Replaces a method on this one object. False: the object is frozen, or has no such method. */
export function patch(target: object, key: PropertyKey, replace: (original: Method) => Method): boolean {
  const original: unknown = Reflect.get(target, key);
  if (typeof original !== "function") return false;
  return Reflect.defineProperty(target, key, {
    value: replace(original as Method),
    configurable: true,
    writable: true,
    enumerable: false,
  });
}
