/** Whether it is an object of a class, which may see what nobody else does. */
export function isOfClass(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== null && prototype !== Object.prototype;
}

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Properties by which a copy of an object has all that the object has, and lets the object itself do the work. */
export function forwarding(target: object): PropertyDescriptorMap {
  const made: PropertyDescriptorMap = {};
  for (const key of keysOf(target)) {
    const get = function (this: unknown): unknown {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function" || Object.hasOwn(target, key)) return value;
      return bound(value as Method, this, target);
    };
    const set = (value: unknown): void => void Reflect.set(target, key, value);
    const isOwn = Object.hasOwn(target, key);
    const enumerable = isOwn && Object.prototype.propertyIsEnumerable.call(target, key);
    Reflect.set(made, key, { get, set, enumerable, configurable: true });
  }
  return made;
}

/** A method that was called on the copy is called on the object. */
const bound = (method: Method, copy: unknown, target: object): Method =>
  function (this: unknown, ...args) {
    return Reflect.apply(method, this === copy ? target : this, args);
  };

function keysOf(target: object): ReadonlySet<PropertyKey> {
  const keys = new Set<PropertyKey>();
  for (let at: object | null = target; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
    for (const key of Reflect.ownKeys(at)) keys.add(key);
  keys.delete("constructor");
  return keys;
}
