/**
 * The value as it will be read back from a file: plain objects without keys that are `undefined`. For values whose shape
 * was checked; it is no check itself.
 */
export function plain<T>(value: T): T {
  if (Array.isArray(value)) return value.map(plain) as T;
  if (typeof value === "number") return (value === 0 ? 0 : value) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, plain(item)])) as T;
}
