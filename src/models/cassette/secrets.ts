import { isJsonList, put, type JsonValue } from "../../test-case/json.js";
import { bytesOf } from "./decode.js";

/** What stands in a cassette for a secret. */
export const REDACTED = "[redacted]";

/** Of requests and responses. A plural, as in `x-ratelimit-remaining-tokens`, is a count. */
export const secretHeader =
  /^(?:.*[-_])?(?:authorization|api-?key|subscription-key|cookie|set-cookie|token|secret|password|signature)$/i;

/** Not `token`: models report what they wrote under that name. */
const secretKey =
  /^(?:x[-_])?(?:api[-_]?key|(?:proxy[-_]?)?authorization|set-cookie|(?:access|refresh|id|auth|bearer|session)[-_]?token|client[-_]?secret|secret|password|passwd|private[-_]?key|secret[-_]?(?:access[-_]?)?key)$/i;

const secretVariable = /(?:^|_)(?:API_?KEY|ACCESS_?KEY|SECRET|SECRET_KEY|PASSWORD|TOKEN)$/i;

const shapes: readonly RegExp[] = [
  /\bsk-[\w-]{8,}/g,
  /(?<=\b(?:Bearer|Basic) )[\w.~+/=-]{8,}/gi,
  /\bAIza[\w-]{30,}/g,
  /\bgh[pousr]_\w{30,}/g,
  /\bgithub_pat_\w{30,}/g,
  /\bxox[a-z]-[\w-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/g,
  /\b(?:hf|gsk|xai|pplx|r8)[_-][A-Za-z\d]{20,}/g,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]+/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<=[?&](?:key|api_?key|token|access_token|sig|signature)=)[^&#\s"]+/gi,
];

export interface Redactor {
  readonly text: (text: string) => string;
  /** Of every text and key, of bytes, and of what stands under a key that names a secret. */
  readonly tree: (value: JsonValue) => JsonValue;
  /** Texts that belong together, of which a secret may cover several. */
  readonly pieces: (texts: readonly string[]) => string[];
}

type Env = Readonly<Record<string, string | undefined>>;

/** `patterns`: more to leave out than keys of the known shapes and the values of such variables of `env`. */
export function redactor(patterns: readonly (RegExp | string)[] = [], env: Env = process.env): Redactor {
  // Short ones are placeholders such as "ollama", and words of messages too.
  const values = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && value.length >= 8 && secretVariable.test(name) ? [value, encodeURIComponent(value)] : [],
  );
  const literal = [...values, ...patterns.filter((each) => typeof each === "string")]
    .filter((each) => each !== "")
    .sort((a, b) => b.length - a.length)
    .map((each) => new RegExp(escaped(each), "g"));
  const own = patterns.filter((each) => typeof each !== "string").map((each) => new RegExp(each.source, flags(each)));
  const all = [...literal, ...own, ...shapes];
  const text = (given: string): string => all.reduce((rest, pattern) => rest.replace(pattern, REDACTED), given);
  const tree = (value: JsonValue): JsonValue => {
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value;
    if (isJsonList(value)) return value.map(tree);
    const made: { [key: string]: JsonValue } = {};
    for (const [key, item] of Object.entries(value)) {
      put(made, text(key), secretKey.test(key) && isGiven(item) ? REDACTED : (encoded[key]?.(item) ?? tree(item)));
    }
    return made;
  };
  const bytes = (base64: JsonValue): JsonValue => {
    const plain = Buffer.from(bytesOf(base64)).toString("latin1");
    const without = text(plain);
    return without === plain ? base64 : Buffer.from(without, "latin1").toString("base64");
  };
  const encoded: Readonly<Record<string, ((value: JsonValue) => JsonValue) | undefined>> = {
    __proto__: null as never,
    $bytes: bytes,
    $binary: (value) => (isJsonList(value) ? [value[0] ?? "", bytes(value[1] ?? "")] : tree(value)),
  };
  return { text, tree, pieces: (texts) => redactPieces(texts, all) };
}

const isGiven = (value: JsonValue): boolean => typeof value === "string" && value !== "";

const flags = (pattern: RegExp): string => `${pattern.flags.replace(/[gy]/g, "")}g`;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** The mark goes to the piece in which the secret begins. */
function redactPieces(texts: readonly string[], patterns: readonly RegExp[]): string[] {
  return patterns.reduce<string[]>(
    (pieces, pattern) => {
      const found = [...pieces.join("").matchAll(pattern)].filter(([match]) => match !== "");
      if (found.length === 0) return pieces;
      let start = 0;
      return pieces.map((piece) => {
        const from = start;
        start += piece.length;
        let kept = "";
        let at = from;
        for (const { 0: match, index } of found) {
          const end = index + match.length;
          if (end <= from || index >= start) continue;
          kept += piece.slice(at - from, Math.max(index, at) - from) + (index >= from ? REDACTED : "");
          at = Math.min(end, start);
        }
        return kept + piece.slice(at - from);
      });
    },
    [...texts],
  );
}
