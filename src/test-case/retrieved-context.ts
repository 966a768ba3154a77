import type { JsonObject } from "./json.js";
import { jsonObject, lazySchema, strict, text, textOr, valueClass, type Schema, type ZodModule } from "./schema.js";

/** A passage that a retriever handed to the agent. Wherever one is expected, a plain string will do. */
export interface RetrievedContext {
  /** The text of the passage. */
  readonly context: string;
  /** Where it comes from: a file, a URL, a title. */
  readonly source?: string;
  /** Id of the document or chunk; retrieval metrics compare it with the golden's. */
  readonly id?: string;
  /** The retriever's own score; its scale is the retriever's. */
  readonly score?: number;
  readonly metadata?: JsonObject;
}

export const retrievedContextSchema: Schema<RetrievedContext> = lazySchema((z) =>
  strict<RetrievedContext>(z, {
    context: text(z),
    source: z.string().optional(),
    id: z.string().optional(),
    score: z.number().optional(),
    metadata: jsonObject(z).optional(),
  }),
);

export const retrievalContext = (z: ZodModule) => z.array(textOr(z, retrievedContextSchema()));

export const RetrievedContext = valueClass<RetrievedContext, RetrievedContext>(
  "RetrievedContext",
  retrievedContextSchema,
);
