import { RehearsalError } from "../../errors.js";

/** A step down into a value: the name of a field, or a place in a list (from the end where it is negative). */
export type Step = string | number;

export type Lookup =
  | { readonly found: true; readonly value: unknown }
  /** How far it got, what it wanted there, and what is there. */
  | { readonly found: false; readonly reached: string; readonly wanted: Step; readonly at: unknown };

const SUPPORTED = `a path is "$", then any of .name, ["name"] and [0] ([-1] is the last), as in "$.choices[0].message.content"`;

const step = /\.([^\s.[\]"'*$]+)|\[(-?\d+)\]|\["((?:[^"\\]|\\.)*)"\]|\['((?:[^'\\]|\\.)*)'\]/y;

/** Reads a path; `where` is for the message. Of JSONPath it takes what leads to a single value: `$.a.b[0]["c"]`. */
export function parsePath(path: string, where = "httpAgent"): readonly Step[] {
  if (!path.startsWith("$")) throw wrong(where, path, `does not begin with "$"`);
  const steps: Step[] = [];
  step.lastIndex = 1;
  while (step.lastIndex < path.length) {
    const at = step.lastIndex;
    const match = step.exec(path);
    if (match === null) throw wrong(where, path, `is not understood from "${path.slice(at)}" on`);
    const [, name, index, quoted, singleQuoted] = match;
    steps.push(index !== undefined ? Number(index) : (name ?? (quoted ?? singleQuoted ?? "").replace(/\\(.)/g, "$1")));
  }
  return steps;
}

export function lookUp(value: unknown, steps: readonly Step[]): Lookup {
  let at = value;
  let reached = "$";
  for (const wanted of steps) {
    const next = typeof wanted === "number" ? itemOf(at, wanted) : fieldOf(at, wanted);
    if (next === undefined) return { found: false, reached, wanted, at };
    at = next.value;
    reached += typeof wanted === "number" ? `[${String(wanted)}]` : `.${wanted}`;
  }
  return { found: true, value: at };
}

function itemOf(value: unknown, index: number): { readonly value: unknown } | undefined {
  if (!Array.isArray(value)) return undefined;
  const at = index < 0 ? value.length + index : index;
  return at in value ? { value: (value as readonly unknown[])[at] } : undefined;
}

function fieldOf(value: unknown, name: string): { readonly value: unknown } | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
    return undefined;
  return { value: (value as Readonly<Record<string, unknown>>)[name] };
}

const wrong = (where: string, path: string, why: string): RehearsalError =>
  new RehearsalError("invalid_input", `${where}: the path ${JSON.stringify(path)} ${why}; ${SUPPORTED}.`);
