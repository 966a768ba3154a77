import { RehearsalError } from "../../errors.js";
import type { JsonValue } from "../../test-case/json.js";
import { toJson } from "../../test-case/json.js";
import { deepFreeze, describeIssues } from "../../test-case/schema.js";

/** All that a world is at one moment: plain, frozen JSON, from which it goes on as if nothing had happened. */
export interface WorldSnapshot<S = JsonValue> {
  readonly state: S;
  /** How often each tool has been called. */
  readonly calls: { readonly [tool: string]: number };
  /** The last number given out for each kind of id. */
  readonly ids: { readonly [prefix: string]: number };
}

/** A frozen copy of a state. Throws a RehearsalError that names every place which JSON can't keep. */
export function stateOf<S>(state: S, what: string): S {
  const issues: { path: string; message: string }[] = [];
  const kept = toJson(state, (path, message) => issues.push({ path: path.join("."), message }));
  if (issues.length > 0) throw new RehearsalError("invalid_input", describeIssues(what, issues), { issues });
  return deepFreeze(kept) as S;
}
