import type { JsonObject, JsonValue } from "./json.js";
import { json, jsonObject, lazySchema, strict, stringOr, text, valueClass, type Schema } from "./schema.js";

/** A call of a tool: one that happened, or one that is expected. */
export interface ToolCall {
  /** Name of the tool. */
  readonly name: string;
  /** How the tool is reached. Absent means `"function"`. */
  readonly type?: "function" | "mcp";
  readonly description?: string;
  /** Why the agent made the call, where it said so. */
  readonly reasoning?: string;
  /**
   * The arguments. Absent: not known (or, on an expected call, not asserted). `{}`: known to be none.
   * A string is what an agent sent that is not a JSON object, kept raw.
   */
  readonly inputParameters?: JsonObject | string;
  /** What the tool returned. Absent: not known. */
  readonly output?: JsonValue;
  /** The id that joins the request for a call to its execution. */
  readonly id?: string;
  /** The message of the error that the tool threw or reported. */
  readonly error?: string;
  /** Wall time of the execution, in milliseconds; on an injected clock by that. */
  readonly durationMs?: number;
  /** Start of the execution, in milliseconds since the epoch; on an injected clock since the beginning of the conversation. */
  readonly startTimeMs?: number;
  /** Calls requested together share a batch; they have no order among themselves. */
  readonly batch?: string;
  /** False: the model asked for it and nothing shows that it ran. Absent: it ran, unless its trace says that this is not known. */
  readonly executed?: boolean;
  /** False: it had not ended when its trace was taken, so that what came of it is not known. Absent: nothing says so. */
  readonly ended?: boolean;
  /** On an expected call: the number of the turn in which it must happen, from 1, as reports print it. */
  readonly turn?: number;
  /** On an expected call: it may be left out. */
  readonly optional?: boolean;
}

/** A string stands for a call of that name. */
export type ToolCallInput = string | ToolCall;

export const toolCallSchema: Schema<ToolCall> = lazySchema((z) =>
  strict<ToolCall>(
    z,
    {
      name: text(z),
      type: z.enum(["function", "mcp"]).optional(),
      description: z.string().optional(),
      reasoning: z.string().optional(),
      inputParameters: stringOr(z, z.string(), jsonObject(z)).optional(),
      output: json(z).optional(),
      id: z.string().optional(),
      error: z.string().optional(),
      durationMs: z.number().nonnegative().optional(),
      startTimeMs: z.number().optional(),
      batch: z.string().optional(),
      executed: z.boolean().optional(),
      ended: z.boolean().optional(),
      turn: z.int().positive().optional(),
      optional: z.boolean().optional(),
    },
    (value) => (typeof value === "string" ? { name: value } : value),
  ),
);

export const ToolCall = valueClass<ToolCallInput, ToolCall>("ToolCall", toolCallSchema);
