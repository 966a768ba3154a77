import { RehearsalError } from "../../errors.js";
import { jsonPointer } from "./json-pointer.js";

/** What is wrong with a value and where, as a JSON Pointer. */
export interface Violation {
  readonly pointer: string;
  readonly message: string;
}

/** The violations of a value; none where it is valid. */
export type Validate = (value: unknown) => Promise<readonly Violation[]>;

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[];
}
interface StandardResult {
  readonly issues?: readonly StandardIssue[];
}
interface SafeResult {
  readonly success: boolean;
  readonly error?: { readonly issues?: readonly StandardIssue[]; readonly message?: string };
}

/**
 * What validates with a schema: of zod or of anything with `safeParse`, one that follows Standard Schema
 * (`schema["~standard"].validate`), or a JSON Schema (which zod reads).
 */
export async function validatorOf(schema: unknown): Promise<Validate> {
  if (typeof schema === "boolean") return jsonSchemaValidator(schema);
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null) throw noSchema();
  if ("~standard" in schema) {
    const standard = schema["~standard"] as { validate(value: unknown): StandardResult | Promise<StandardResult> };
    return async (value) => violations((await standard.validate(value)).issues ?? []);
  }
  const parser = schema as { safeParseAsync?: unknown; safeParse?: unknown };
  const parse = parser.safeParseAsync ?? parser.safeParse;
  if (typeof parse === "function") {
    return async (value) => {
      const { success, error } = await (parse.call(schema, value) as SafeResult | Promise<SafeResult>);
      return success ? [] : violations(error?.issues ?? [{ message: error?.message ?? "it is invalid" }]);
    };
  }
  return jsonSchemaValidator(schema);
}

async function jsonSchemaValidator(schema: object | boolean): Promise<Validate> {
  const { z } = await import("zod");
  let made: { safeParse(value: unknown): SafeResult };
  try {
    made = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  } catch (cause) {
    throw new RehearsalError("invalid_input", `the JSON Schema can't be used: ${(cause as Error).message}`, { cause });
  }
  return async (value) => violations(made.safeParse(value).error?.issues ?? []);
}

const violations = (issues: readonly StandardIssue[]): Violation[] =>
  issues.map(({ message, path = [] }) => ({
    pointer: jsonPointer(path.map((step) => (typeof step === "object" ? step.key : step))),
    message,
  }));

const noSchema = () =>
  new RehearsalError(
    "invalid_input",
    "Json Correctness: schema must be a zod schema, a Standard Schema or a JSON Schema object",
  );
