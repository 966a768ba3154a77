import type { Settings } from "./settings.js";

/** On every function that records, so that no two of them lie over each other, not even of two copies of this package. */
const MARK = Symbol.for("rehearsal.instrumentation.openai");

type Method = (this: unknown, ...args: unknown[]) => unknown;

interface Mark {
  readonly settings: Settings;
  /** What was there before; undefined where it was inherited. */
  readonly before: PropertyDescriptor | undefined;
  readonly original: Method;
}

const markOf = (value: unknown): Mark | undefined =>
  typeof value === "function" ? (Reflect.get(value, MARK) as Mark | undefined) : undefined;

export type Replace = (original: Method, settings: Settings) => Method;

/**
 * Replaces a method of an object or of a prototype by one that records. Where it does already it gets these settings and
 * is left at that. False: there is no such method, or it can't be replaced.
 */
export function instrument(target: object, key: string, settings: Settings, replace: Replace): boolean {
  const current: unknown = Reflect.get(target, key);
  if (typeof current !== "function") return false;
  const before = Object.getOwnPropertyDescriptor(target, key);
  const mark = markOf(current);
  if (mark !== undefined && before !== undefined) {
    // Wrapping again without options must not undo that content was switched off.
    for (const [option, value] of Object.entries(settings))
      if (value !== undefined) Reflect.set(mark.settings, option, value);
    return true;
  }
  // Of an instrumented class: the client's own wrapper takes its place, with what that was told.
  const original = mark?.original ?? (current as Method);
  const kept: Mark = { settings: { ...settings }, before, original };
  if (mark !== undefined) kept.settings.captureContent ??= mark.settings.captureContent;
  const replaced = replace(original, kept.settings);
  const value = new Proxy(original, {
    apply: (_target, self: unknown, args: unknown[]) => Reflect.apply(replaced, self, args),
    get: (of, name) => (name === MARK ? kept : (Reflect.get(of, name) as unknown)),
  });
  return Reflect.defineProperty(target, key, { value, configurable: true, writable: true, enumerable: false });
}

/** Takes our method out again. If somebody has wrapped it since, it stays within theirs. */
export function restore(target: object, key: string): void {
  const mark = markOf(Object.getOwnPropertyDescriptor(target, key)?.value);
  if (mark === undefined) return;
  if (mark.before === undefined) Reflect.deleteProperty(target, key);
  else Reflect.defineProperty(target, key, mark.before);
}
