import { assertedShape, type AssertedFields, type AssertedFieldsInput } from "../test-case/asserted-fields.js";
import type { JsonObject } from "../test-case/json.js";
import { matcherSlip } from "../test-case/matcher-names.js";
import { retrievalContext, type RetrievedContext } from "../test-case/retrieved-context.js";
import {
  dictionary,
  jsonObject,
  lazySchema,
  strict,
  text,
  texts,
  valueClass,
  type Schema,
  type Shape,
  type ZodModule,
} from "../test-case/schema.js";
import { toolCallSchema, type ToolCall, type ToolCallInput } from "../test-case/tool-call.js";
import { contentId } from "./golden-id.js";

/** What both kinds of golden say about themselves. */
export interface GoldenBase extends AssertedFields {
  /** Stable name for reports, `--grep` and comparisons. Given none, it is a hash of the content. */
  readonly id: string;
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly comments?: string;
  readonly metadata?: JsonObject;
  readonly customColumnKeyValues?: { readonly [column: string]: string };
  /** A failure is reported and does not fail the run. Absent means false. */
  readonly flaky?: boolean;
  /** How often it is run. Absent means once. */
  readonly trials?: number;
  /** True facts to judge by. */
  readonly context?: readonly string[];
  /** The file that it was generated from. */
  readonly sourceFile?: string;
}

/** What should happen when the agent is asked one question. */
export interface Golden extends GoldenBase {
  readonly input: string;
  readonly expectedOutput?: string;
  /** A recorded answer, contexts and calls, for goldens that are judged without running the agent. */
  readonly actualOutput?: string;
  readonly retrievalContext?: readonly (string | RetrievedContext)[];
  readonly toolsCalled?: readonly ToolCall[];
}

export type GoldenInput = Omit<Golden, "id" | "toolsCalled" | keyof AssertedFields> &
  AssertedFieldsInput & { readonly id?: string; readonly toolsCalled?: readonly ToolCallInput[] };

export function goldenBaseShape(z: ZodModule): Shape<Omit<GoldenBase, "id">> {
  return {
    ...assertedShape(z),
    expectedTools: z
      .array(toolCallSchema())
      .superRefine((calls, context) => {
        const slip = matcherSlip(calls);
        if (slip !== undefined) context.addIssue({ code: "custom", path: [...slip.path], message: slip.message });
      })
      .optional(),
    name: text(z).optional(),
    tags: texts(z).optional(),
    comments: z.string().optional(),
    metadata: jsonObject(z).optional(),
    customColumnKeyValues: dictionary(z, z.string()).optional(),
    flaky: z.boolean().optional(),
    trials: z.int().positive().optional(),
    context: texts(z).optional(),
    sourceFile: z.string().optional(),
  };
}

type Unnamed<T extends GoldenBase> = Omit<T, "id"> & { readonly id?: string };

/** Puts the id first, so that files and reports open with it. */
export const withId = <T extends GoldenBase>({ id, ...content }: Unnamed<T>): T =>
  ({ id: id ?? contentId(content), ...content }) as unknown as T;

export const goldenSchema: Schema<Golden> = lazySchema((z) =>
  strict<Unnamed<Golden>>(z, {
    id: text(z).optional(),
    input: z.string(),
    expectedOutput: z.string().optional(),
    actualOutput: z.string().optional(),
    retrievalContext: retrievalContext(z).optional(),
    toolsCalled: z.array(toolCallSchema()).optional(),
    ...goldenBaseShape(z),
  }).transform((golden) => withId<Golden>(golden)),
);

export const Golden = valueClass<GoldenInput, Golden>("Golden", goldenSchema);
