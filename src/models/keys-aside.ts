import { createHash } from "node:crypto";
import { isJsonList, put, type JsonValue } from "../test-case/json.js";
import { keysOfEnv, replaceKeys } from "./key-shapes.js";

export interface KeysAsideOptions {
  /** Default: that of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What everybody may read though it looks like a key, as what stands in the golden. Default: nothing. */
  readonly isPlain?: (text: string) => boolean;
}

/** All look through the texts and names of a value. */
export interface KeysAside {
  /** For what is only read by people and reports. */
  readonly mask: <T>(value: T) => T;
  /** For what is read back: a mark that was there before is told from those that are made. */
  readonly hide: <T>(value: T) => T;
  /** What `hide` was given, as far as the environment still has the keys. */
  readonly restore: <T>(value: T) => T;
}

const OPENING = "[redacted:";
const MARK = /\[redacted:([^\]]*)\]/g;

/**
 * Leaves keys out of what is written of a conversation, by one rule, so that no file holds a key and a verdict is the same
 * for what is read back:
 *
 * - The value of a variable of the environment that is named like a key (as cassettes tell it) is written as the name of the
 *   variable, `[redacted:OPENAI_API_KEY]`, and is put in again where the environment has it.
 * - What is known for a key by how it looks (`sk-…`, `ghp_…`, `Bearer …`) is written as a false one of the same look, with
 *   REDACTED in it and the same for the same key: it is no secret, and what must not be said is still said.
 * - What stands in the golden stays, since that is in a file already, and may be what must not be said.
 *
 * Nothing else is touched: what stands under a name such as `password` is what the conversation is about.
 */
export function keysAside({ env = process.env, isPlain = () => false }: KeysAsideOptions = {}): KeysAside {
  const known = keysOfEnv(env).flatMap(([name, value]) => [...new Map(forms(name, value)).entries()]);
  const valueOf = new Map(known.map(([value, mark]) => [mark, value]));
  const masked = (text: string): string => {
    const named = known.reduce((rest, [value, mark]) => rest.replaceAll(value, `${OPENING}${mark}]`), text);
    return replaceKeys(named, (found) => (found.includes(OPENING) || isPlain(found) ? found : falseKey(found)));
  };
  const hidden = (text: string): string => masked(text.replaceAll(OPENING, `${OPENING}]`));
  const restored = (text: string): string =>
    text.replace(MARK, (whole, mark: string) => (mark === "" ? OPENING : (valueOf.get(mark) ?? whole)));
  const through =
    (change: (text: string) => string) =>
    <T>(value: T): T =>
      withTexts(value as JsonValue, change) as T;
  return { mask: through(masked), hide: through(hidden), restore: through(restored) };
}

/** A value, as it stands in addresses, and as it stands in JSON within a text. */
const forms = (name: string, value: string): [value: string, mark: string][] => [
  [JSON.stringify(value).slice(1, -1), `${name} in JSON`],
  [encodeURIComponent(value), `${name} in an address`],
  [value, name],
];

const MARKER = "REDACTED";
const PREFIX = /^(?:(?:[a-z]{1,7}[_-]){1,3}|AKIA|ASIA|AIza|ya29\.|SG\.|eyJ|\d+:)/;
const PEM = /^(-----BEGIN [A-Z ]*-----)[^]*?(-----END [A-Z ]*-----)?$/;
/** What is shorter may be a word, which its hash would give away. */
const LONG = 20;

function falseKey(key: string): string {
  if (key.includes(MARKER)) return key;
  if (PEM.test(key)) return key.replace(PEM, `$1${MARKER}$2`);
  const [prefix = ""] = PREFIX.exec(key) ?? [];
  const rest = key.slice(prefix.length + MARKER.length);
  const digest = createHash("sha512").update(key).digest();
  const filled = [...rest].map((letter, at) => like(letter, key.length < LONG ? 0 : (digest[at % digest.length] ?? 0)));
  // The second part of a JWT begins like its first.
  const second = key.startsWith("eyJ") ? key.indexOf(".eyJ") : -1;
  const made = prefix + MARKER + filled.join("");
  return second < 0 ? made : `${made.slice(0, second)}.eyJ${made.slice(second + 4)}`;
}

function like(letter: string, chance: number): string {
  const of = (letters: string): string => letters[chance % letters.length] ?? "";
  if (/\d/.test(letter)) return of("0123456789");
  if (/[A-Z]/.test(letter)) return of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  return /[a-z]/.test(letter) ? of("abcdefghijklmnopqrstuvwxyz") : letter;
}

function withTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (isJsonList(value)) return value.map((item) => withTexts(item, change));
  const made: { [key: string]: JsonValue } = {};
  for (const [key, item] of Object.entries(value))
    if (item !== undefined) put(made, change(key), withTexts(item, change));
  return made;
}
