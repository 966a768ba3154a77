import type { JsonValue } from "../../test-case/json.js";
import { dictionary, json, lazySchema, strict, type Schema } from "../../test-case/schema.js";

/** An error as a cassette keeps it. */
export interface ThrownRecord {
  readonly name: string;
  readonly message: string;
  /** Its own further fields, as `code` and `status`. */
  readonly fields?: { readonly [key: string]: JsonValue };
  readonly cause?: ThrownRecord;
  /** What was thrown, where it was no error. */
  readonly thrown?: JsonValue;
}

/** How a stream ended where it did not run to its end: its reader stopped, or it broke. */
export interface Ending {
  readonly stopped?: true;
  readonly error?: ThrownRecord;
}

/** Exactly one of `json`, `text`, `bytes`, `chunks`; none where there was no body. */
export interface HttpRecord {
  readonly status: number;
  readonly statusText?: string;
  /** Where redirects led. */
  readonly url?: string;
  readonly headers: { readonly [name: string]: string };
  readonly json?: JsonValue;
  readonly text?: string;
  /** Base64. */
  readonly bytes?: string;
  /** Piece by piece as it came: text, or `{ $bytes }` in base64. */
  readonly chunks?: JsonValue;
  readonly ending?: Ending;
}

export interface StreamRecord {
  readonly items: JsonValue;
  /** What the iterator returned at its end. Absent: nothing. */
  readonly returned?: JsonValue;
  /** The function gave the stream itself, not a promise of it. */
  readonly direct?: true;
  readonly ending?: Ending;
}

/** Why a request has no answer: the deadline of its turn passed before, or whoever asked gave it up. */
export type Unanswered = "late" | "aborted";

/** What was told of a call of a model that was made for an answer. Null: the provider did not say. */
export interface SpentRecord {
  readonly model: string;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** What a request was answered: exactly one of these, and what was spent for it, where that was told apart. */
export interface Reply {
  readonly value?: JsonValue;
  readonly error?: ThrownRecord;
  readonly http?: HttpRecord;
  readonly stream?: StreamRecord;
  readonly unanswered?: Unanswered;
  readonly spent?: readonly SpentRecord[];
}

/** One request and its answer. */
export interface Recording {
  /** The part of the file that it belongs to, as `trial 2`. Absent: there is one part. */
  readonly scope?: string;
  /** Who was asked: a model's id, a function's name. */
  readonly target: string;
  readonly request: JsonValue;
  readonly reply: Reply;
}

const kinds = ["value", "error", "http", "stream", "unanswered"] as const;

export const recordingSchema: Schema<Recording> = lazySchema((z) => {
  const thrown: ReturnType<Schema<ThrownRecord>> = strict<ThrownRecord>(z, {
    name: z.string(),
    message: z.string(),
    fields: dictionary(z, json(z)).optional(),
    cause: z.lazy(() => thrown).optional(),
    thrown: json(z).optional(),
  });
  const ending = strict<Ending>(z, { stopped: z.literal(true).optional(), error: thrown.optional() }).optional();
  const http = strict<HttpRecord>(z, {
    status: z.int().min(200).max(599),
    statusText: z.string().optional(),
    url: z.string().optional(),
    headers: dictionary(z, z.string()),
    json: json(z).optional(),
    text: z.string().optional(),
    bytes: z.base64().optional(),
    chunks: json(z).optional(),
    ending,
  });
  const stream = strict<StreamRecord>(z, {
    items: json(z),
    returned: json(z).optional(),
    direct: z.literal(true).optional(),
    ending,
  });
  const reply = strict<Reply>(z, {
    value: json(z).optional(),
    error: thrown.optional(),
    http: http.optional(),
    stream: stream.optional(),
    unanswered: z.enum(["late", "aborted"]).optional(),
    spent: z
      .array(
        strict<SpentRecord>(z, {
          model: z.string(),
          inputTokens: z.number().nonnegative().nullable(),
          outputTokens: z.number().nonnegative().nullable(),
        }),
      )
      .optional(),
  }).refine((given) => kinds.filter((kind) => given[kind] !== undefined).length === 1, {
    message: `must have exactly one of ${kinds.join(", ")}`,
  });
  return strict<Recording>(z, { scope: z.string().optional(), target: z.string(), request: json(z), reply });
});
