import type * as Zod from "zod";

const expectedNames: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/** What zod found, said for somebody who does not know zod. The only place where its wording is chosen. */
export function plainMessage(issue: Zod.core.$ZodIssue, input: unknown): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return mustBe(expectedNames[issue.expected] ?? issue.expected, input);
    case "invalid_value":
      return mustBe(`${issue.values.length === 1 ? "" : "one of "}${issue.values.map(String).join(", ")}`, input);
    case "invalid_union": {
      const expected = issue.errors.flatMap(([first]) =>
        first?.code === "invalid_type" ? [expectedNames[first.expected] ?? first.expected] : [],
      );
      return mustBe(expected.join(" or "), input);
    }
    case "too_small":
      if (issue.origin === "string" || issue.origin === "array") return "must not be empty";
      return `must be ${issue.inclusive === true ? "at least" : "more than"} ${String(issue.minimum)}, not ${String(input)}`;
    case "too_big":
      return `must be ${issue.inclusive === true ? "at most" : "less than"} ${String(issue.maximum)}, not ${String(input)}`;
    case "invalid_format":
      return issue.format === "base64" ? "is not base64" : `is not a valid ${issue.format}`;
    default:
      return undefined;
  }
}

export function mustBe(expected: string, given: unknown): string {
  if (given === undefined) return `is missing; it must be ${expected}`;
  return `must be ${expected}, not ${given === null ? "null (leave it out where it is not known)" : nameOf(given)}`;
}

/** What a value is, with the value itself where it is short. */
export function nameOf(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value.length <= 40 ? JSON.stringify(value) : "a string";
    case "number":
      return Number.isFinite(value) ? `a number (${String(value)})` : String(value);
    case "boolean":
      return String(value);
    case "undefined":
      return "undefined";
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "a list" : nameOfObject(value);
    default:
      return `a ${typeof value}`;
  }
}

function nameOfObject(value: object): string {
  const name = Object.prototype.toString.call(value).slice(8, -1);
  return name === "Object" ? "an object" : `a ${name}`;
}
