import { isSecretHeader, isSecretName } from "../../models/cassette/secret-names.js";
import { withoutKeys } from "../../models/key-shapes.js";

/** A text without what a request was let in for. */
export const withoutSecretsOf = (text: string, url: URL, headers: Headers, body: unknown): string =>
  withoutKeys(text, secretsOf(url, headers, body));

/** What a request is let in for: in headers that are for it, in the address, and in fields of the body that are named so. */
function secretsOf(url: URL, headers: Headers, body: unknown): string[] {
  const ofHeaders = [...headers].flatMap(([name, value]) =>
    isSecretHeader(name) ? [value, ...value.split(/[\s;,]+|=(?!=*$)/), ...basicOf(value)] : [],
  );
  const ofAddress = [...url.searchParams].flatMap(([name, value]) =>
    isSecretName(name) || name === "key" ? value : [],
  );
  return [...ofHeaders, ...ofAddress, decodeURIComponent(url.password), ...inFields(body)];
}

/** `Basic dXNlcjpwYXNzd29yZA==` is `user:password`. */
function basicOf(header: string): string[] {
  const [, encoded] = /^Basic\s+([A-Za-z\d+/=]+)$/i.exec(header) ?? [];
  const plain = encoded === undefined ? "" : Buffer.from(encoded, "base64").toString();
  return plain === "" ? [] : [plain, plain.slice(plain.indexOf(":") + 1)];
}

function inFields(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]: [string, unknown]) =>
    typeof item === "string" ? (isSecretName(name) ? [item] : []) : inFields(item),
  );
}
