import { budgetsSchema, type Budgets } from "./budgets.js";
import { expectationsSchema, type Expectations } from "./expectations.js";
import type { JsonValue } from "./json.js";
import {
  dictionary,
  json,
  lazySchema,
  strict,
  text,
  texts,
  type Schema,
  type Shape,
  type ZodModule,
} from "./schema.js";
import { toolCallSchema, type ToolCall, type ToolCallInput } from "./tool-call.js";

export const toolMatchModes = ["exact", "inOrder", "superset", "subset", "sameMultiset", "forbid", "none"] as const;
/** How the calls made are compared with the calls expected; see `matchToolCalls`. */
export type ToolMatchMode = (typeof toolMatchModes)[number];
export const argumentModes = ["exact", "contains", "within", "ignore"] as const;
/** How the arguments of a pair of calls are compared; see `matchToolCalls`. */
export type ArgumentMode = (typeof argumentModes)[number];

/** How `expectedTools` is asserted. */
export interface ToolMatch {
  /** Absent means `"superset"` (at least these), and `"none"` where `expectedTools` is empty. */
  readonly mode?: ToolMatchMode;
  /** Absent means `"exact"` for an expected call that gives arguments; one that gives none asserts none. */
  readonly args?: ArgumentMode;
}

/** What a golden states of a conversation or an answer, and what its test case is asserted against. */
export interface AssertedFields {
  /** Calls that must happen. `[]`: no tool may be called. Absent: not asserted. */
  readonly expectedTools?: readonly ToolCall[];
  readonly toolMatch?: ToolMatch;
  /** Tools that must not even be attempted. */
  readonly forbiddenTools?: readonly string[];
  /** The only tools that may be called. */
  readonly permittedTools?: readonly string[];
  /** Tools that may be called only after the user agreed to what the assistant proposed. */
  readonly confirmBefore?: readonly string[];
  /** Facts that the assistant must tell the user: numbers and amounts by value, other text by words. */
  readonly mustCommunicate?: readonly string[];
  readonly mustNotCommunicate?: readonly string[];
  /** State of the environment at the end. */
  readonly expectedState?: JsonValue;
  /** Calls that, replayed on a fresh environment, give the right final state. */
  readonly goldenActions?: readonly ToolCall[];
  readonly budgets?: Budgets;
  readonly expectations?: Expectations;
  /** The label that each classifier, by its name, must give. */
  readonly expectedLabels?: { readonly [classifier: string]: string };
}

/** The asserted fields as a person writes them: a string stands for a call of that name. */
export type AssertedFieldsInput = Omit<AssertedFields, "expectedTools" | "goldenActions"> & {
  readonly expectedTools?: readonly ToolCallInput[];
  readonly goldenActions?: readonly ToolCallInput[];
};

export const assertedFieldNames = [
  "expectedTools",
  "toolMatch",
  "forbiddenTools",
  "permittedTools",
  "confirmBefore",
  "mustCommunicate",
  "mustNotCommunicate",
  "expectedState",
  "goldenActions",
  "budgets",
  "expectations",
  "expectedLabels",
] as const satisfies readonly (keyof AssertedFields)[];

const toolMatchSchema: Schema<ToolMatch> = lazySchema((z) =>
  strict<ToolMatch>(z, { mode: z.enum(toolMatchModes).optional(), args: z.enum(argumentModes).optional() }),
);

export function assertedShape(z: ZodModule): Shape<AssertedFields> {
  return {
    expectedTools: z.array(toolCallSchema()).optional(),
    toolMatch: toolMatchSchema().optional(),
    forbiddenTools: texts(z).optional(),
    permittedTools: texts(z).optional(),
    confirmBefore: texts(z).optional(),
    mustCommunicate: texts(z).optional(),
    mustNotCommunicate: texts(z).optional(),
    expectedState: json(z).optional(),
    goldenActions: z.array(toolCallSchema()).optional(),
    budgets: budgetsSchema().optional(),
    expectations: expectationsSchema().optional(),
    expectedLabels: dictionary(z, text(z)).optional(),
  };
}

/** Just the asserted fields of a golden or a test case, absent ones left out. */
export function assertedFieldsOf(source: AssertedFields): AssertedFields {
  return Object.fromEntries(
    assertedFieldNames.flatMap((name) => (source[name] === undefined ? [] : [[name, source[name]]])),
  );
}
