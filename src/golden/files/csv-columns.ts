import { distance } from "fastest-levenshtein";
import type { ConversationalGolden } from "../conversational-golden.js";
import type { Golden } from "../golden.js";

/**
 * How a cell says its value. `text`: as it stands. `string`: as it stands, and may be the empty text. `names` and
 * `texts`: a JSON list, or one item as it stands (names also `a;b`). `persona`: a JSON object, or its characteristics
 * as they stand. The rest: JSON.
 */
export type CellKind = "text" | "string" | "names" | "texts" | "persona" | "boolean" | "number" | "json";
export type GoldenKey = keyof Golden | keyof ConversationalGolden;

/** Every field of a golden, in the order in which columns are written. */
export const cellKinds: Readonly<Record<GoldenKey, CellKind>> = {
  id: "text",
  input: "string",
  scenario: "text",
  name: "text",
  expectedOutput: "string",
  expectedOutcome: "string",
  actualOutput: "string",
  persona: "persona",
  chatbotRole: "string",
  opening: "text",
  goals: "texts",
  facts: "json",
  unknown: "texts",
  confirms: "boolean",
  language: "text",
  turns: "json",
  variables: "json",
  initialState: "json",
  expectedTools: "names",
  toolMatch: "json",
  forbiddenTools: "names",
  permittedTools: "names",
  confirmBefore: "names",
  mustCommunicate: "texts",
  mustNotCommunicate: "texts",
  expectedState: "json",
  goldenActions: "names",
  budgets: "json",
  expectations: "json",
  expectedLabels: "json",
  context: "texts",
  retrievalContext: "texts",
  toolsCalled: "names",
  trials: "number",
  flaky: "boolean",
  tags: "names",
  comments: "string",
  sourceFile: "string",
  metadata: "json",
  customColumnKeyValues: "json",
};

const bare = (name: string): string => name.toLowerCase().replace(/[_\s-]+/g, "");
const keys = Object.keys(cellKinds) as GoldenKey[];
const byBareName = new Map(keys.map((key) => [bare(key), key]));

/** The field that a column stands for, be it written `expectedOutput`, `expected_output` or `Expected output`. */
export const keyOfColumn = (column: string): GoldenKey | undefined => byBareName.get(bare(column));

/** The field that a column of another name is a slip of the pen for. Sharper than for keys: other columns are allowed. */
export function misspeltKey(column: string): GoldenKey | undefined {
  const given = bare(column);
  return keys.find((key) => {
    const steps = distance(given, bare(key));
    return steps > 0 && steps <= Math.max(1, Math.floor(Math.min(given.length, key.length) / 4));
  });
}
