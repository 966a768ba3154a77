import { isSecretName } from "./cassette/secret-names.js";
import { shapes } from "./cassette/secret-shapes.js";

type Env = Readonly<Record<string, string | undefined>>;

/** Shorter ones are placeholders such as "ollama", and words of messages too. */
export const SHORTEST_KEY = 8;

/** The variables of an environment that hold keys, by their names. Longer values first: one may begin with another. */
export const keysOfEnv = (env: Env): (readonly [name: string, value: string])[] =>
  Object.entries(env)
    .flatMap(([name, value = ""]) =>
      value.length >= SHORTEST_KEY && isSecretName(name) ? [[name, value] as const] : [],
    )
    .sort(([, a], [, b]) => b.length - a.length);

/** Audio and images: what looks like a key there is chance. */
const isBase64 = (text: string): boolean => text.length > 4096 && /^[A-Za-z\d+/]+={0,2}$/.test(text);

/** Words look like this as well: "Basic authentication", "sk-learn-based". */
const isWords = (found: string): boolean => found.length < 24 && /^[A-Za-z]+(?:[-_.][A-Za-z]+)*[.]?$/.test(found);

/** What stands before the @ of an address is no word of a sentence. */
const isOfAddress = ({ source }: RegExp): boolean => source.includes("\\/\\/");

/** A text with something else for each key that is known by how it looks. */
export function replaceKeys(text: string, replacement: (found: string) => string): string {
  if (text.length < SHORTEST_KEY || isBase64(text)) return text;
  return shapes.reduce(
    (rest, shape) =>
      rest.replace(shape, (found: string) => (isWords(found) && !isOfAddress(shape) ? found : replacement(found))),
    text,
  );
}

/** A text without keys, for messages: those given, those of the environment, and those known by how they look. */
export function withoutKeys(text: string, secrets: readonly string[], env: Env = process.env): string {
  const known = [...secrets, ...keysOfEnv(env).map(([, value]) => value)]
    .filter((secret) => secret.length >= SHORTEST_KEY)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .sort((a, b) => b.length - a.length);
  return replaceKeys(
    known.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text),
    () => HIDDEN,
  );
}

const HIDDEN = "***";
