import { messageOf, RehearsalError } from "../../errors.js";
import { lazySchema } from "../../test-case/schema.js";
import type { JsonSchema, StandardSchema } from "./world-tool.js";

type Checked = { readonly value: unknown } | { readonly wrong: string };

interface StandardResult {
  readonly value?: unknown;
  readonly issues?: readonly {
    readonly message: string;
    readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[];
  }[];
}

/** The arguments as the schema makes them, or what is wrong with them. */
export function checkInput(schema: StandardSchema<unknown> | JsonSchema | undefined, args: unknown): Checked {
  if (schema === undefined) return { value: args };
  const result = standardOf(schema)["~standard"].validate(args);
  if (result instanceof Promise)
    throw new RehearsalError("invalid_input", "its input schema is asynchronous; give one that checks at once");
  const { value, issues } = result as StandardResult;
  if (issues === undefined) return { value };
  return {
    wrong: issues.map(({ message, path = [] }) => [pathOf(path), message].filter(Boolean).join(": ")).join("; "),
  };
}

const pathOf = (path: readonly (PropertyKey | { readonly key: PropertyKey })[]): string =>
  path.map((step) => String(typeof step === "object" ? step.key : step)).join(".");

const read = new WeakMap<object, StandardSchema<unknown>>();

/** JSON Schemas are read by zod, each once. */
export function standardOf(schema: StandardSchema<unknown> | JsonSchema): StandardSchema<unknown> {
  if ("~standard" in schema) return schema as StandardSchema<unknown>;
  const known = read.get(schema);
  if (known !== undefined) return known;
  try {
    const made = lazySchema((z) => z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]))();
    read.set(schema, made);
    return made;
  } catch (cause) {
    throw new RehearsalError("invalid_input", `its input is a JSON Schema that can't be used: ${messageOf(cause)}`, {
      cause,
    });
  }
}
