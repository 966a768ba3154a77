import { createHash } from "node:crypto";
import type { JsonValue } from "../../test-case/json.js";
import { settle, type VolatileRule } from "./volatile.js";

/** What requests are compared by. */
export interface RequestKey {
  /** Of scope, target and request with its volatile parts renamed: equal for requests that mean the same. */
  readonly key: string;
  /** Of the request as it is; tells apart those that differ in nothing but ids. Made when first asked for. */
  readonly exact: () => string;
  /** The request with its volatile parts renamed, its keys sorted. */
  readonly settled: JsonValue;
}

/** Independent of the order of keys. */
export function requestKey(
  { scope, target, request }: { readonly scope?: string; readonly target: string; readonly request: JsonValue },
  rules: readonly VolatileRule[],
): RequestKey {
  const settled = settle(request, rules);
  let exact: string | undefined;
  return {
    key: hash([scope ?? null, target, settled]),
    exact: () => (exact ??= hash(settle(request, []))),
    settled,
  };
}

const hash = (value: JsonValue): string => createHash("sha256").update(JSON.stringify(value)).digest("hex");
