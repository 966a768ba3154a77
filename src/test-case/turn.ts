import { audioSchema, type Audio } from "./audio.js";
import type { JsonObject } from "./json.js";
import { retrievalContext, type RetrievedContext } from "./retrieved-context.js";
import { jsonObject, lazySchema, strict, texts, valueClass, type Schema } from "./schema.js";
import { toolCallSchema, type ToolCall, type ToolCallInput } from "./tool-call.js";

/** One turn of a conversation. */
export interface Turn {
  readonly role: "user" | "assistant";
  readonly content: string;
  readonly userId?: string;
  /** What the agent retrieved for this turn. Absent: not known. `[]`: nothing. */
  readonly retrievalContext?: readonly (string | RetrievedContext)[];
  /** The tools called in this turn. Absent: not known. `[]`: none. */
  readonly toolsCalled?: readonly ToolCall[];
  readonly audio?: Audio;
  /** On assistant turns: from the end of the user's turn to the reply, in milliseconds. */
  readonly latencyMs?: number;
  /** On assistant turns: the user cut the reply off. */
  readonly interrupted?: boolean;
  readonly metadata?: JsonObject;
  /** Id of the trace recorded while this turn was made. */
  readonly traceId?: string;
  /** On assistant turns: whether turn metrics look at it. Absent means true. */
  readonly shouldEvaluate?: boolean;
  /** On assistant turns: what the reply should say. */
  readonly expectedOutput?: string;
  /** On assistant turns: the calls that this turn should make. */
  readonly expectedTools?: readonly ToolCall[];
  /** On assistant turns: true facts to judge the reply by. */
  readonly context?: readonly string[];
}

export type TurnInput = Omit<Turn, "toolsCalled" | "expectedTools"> & {
  readonly toolsCalled?: readonly ToolCallInput[];
  readonly expectedTools?: readonly ToolCallInput[];
};

const assistantOnly = [
  "shouldEvaluate",
  "expectedOutput",
  "expectedTools",
  "context",
  "latencyMs",
  "interrupted",
] as const;

export const turnSchema: Schema<Turn> = lazySchema((z) =>
  strict<Turn>(z, {
    role: z.enum(["user", "assistant"]),
    content: z.string(),
    userId: z.string().optional(),
    retrievalContext: retrievalContext(z).optional(),
    toolsCalled: z.array(toolCallSchema()).optional(),
    audio: audioSchema().optional(),
    latencyMs: z.number().nonnegative().optional(),
    interrupted: z.boolean().optional(),
    metadata: jsonObject(z).optional(),
    traceId: z.string().optional(),
    shouldEvaluate: z.boolean().optional(),
    expectedOutput: z.string().optional(),
    expectedTools: z.array(toolCallSchema()).optional(),
    context: texts(z).optional(),
  }).check((context) => {
    if (context.value.role !== "user") return;
    for (const key of assistantOnly) {
      if (context.value[key] === undefined) continue;
      context.issues.push({
        code: "custom",
        input: context.value,
        path: [key],
        message: "belongs to assistant turns only",
      });
    }
  }),
);

/** Whether a script put the turn into the conversation: neither side said it. */
export const isInserted = ({ metadata }: Turn): boolean => metadata?.inserted === true;

export const Turn = valueClass<TurnInput, Turn>("Turn", turnSchema);
