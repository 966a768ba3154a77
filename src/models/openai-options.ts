import { RehearsalError } from "../errors.js";
import { describeIssues, lazySchema, strict, text, type Schema } from "../test-case/schema.js";
import { fieldsOf } from "./fields.js";
import type { OpenAIClient } from "./openai-client.js";

export interface OpenAIModelOptions {
  /** Absent: REHEARSAL_MODEL, else `gpt-4.1-mini` at OpenAI itself. */
  readonly model?: string;
  /** Absent: REHEARSAL_API_KEY, else OPENAI_API_KEY. Needed at OpenAI itself; another server is asked without one. */
  readonly apiKey?: string;
  /** Where the API is served, usually up to `/v1`. Absent: REHEARSAL_BASE_URL, else OPENAI_BASE_URL, else OpenAI itself. */
  readonly baseURL?: string;
  /** A client of yours, in place of `apiKey`, `baseURL` and `headers`. */
  readonly client?: OpenAIClient;
  /** For requests that give none. Absent: the provider's own. Left out where the model takes none. */
  readonly temperature?: number;
  /** For requests that give none. Best effort at the provider. Left out where the server takes none. */
  readonly seed?: number;
  /** For one `generate()`, retries and waits included, in milliseconds. Default 120 000. */
  readonly timeoutMs?: number;
  /** Attempts after the first when the rate is limited, the server fails or the connection breaks. Default 2. */
  readonly maxRetries?: number;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Node fires a timer of more than 2^31 ms at once; this leaves room for what is added to it. */
const LONGEST_TIMEOUT_MS = 2_000_000_000;

const schema: Schema<OpenAIModelOptions> = lazySchema((z) => {
  const isClient = (value: unknown) =>
    typeof fieldsOf(fieldsOf(fieldsOf(value).chat).completions).create === "function";
  return strict<OpenAIModelOptions>(z, {
    model: text(z).optional(),
    apiKey: z.string().optional(),
    baseURL: z.string().optional(),
    client: z
      .custom<OpenAIClient>(isClient, "is no client of the package openai: it has no chat.completions.create")
      .optional(),
    temperature: z.number().optional(),
    seed: z.int().optional(),
    timeoutMs: z.number().positive().max(LONGEST_TIMEOUT_MS).optional(),
    maxRetries: z.int().nonnegative().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }).check((context) => {
    if (context.value.client === undefined) return;
    for (const key of ["apiKey", "baseURL", "headers"] as const) {
      if (context.value[key] === undefined) continue;
      const message = "belongs to a client that is made here; the client that you pass has its own";
      context.issues.push({ code: "custom", input: context.value, path: [key], message });
    }
  });
});

/** Throws `invalid_input` for options that can't be meant. Nothing is frozen: a client is not ours. */
export function checkOpenAIOptions(options: OpenAIModelOptions): OpenAIModelOptions {
  const result = schema().safeParse(options);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  throw new RehearsalError("invalid_input", describeIssues("OpenAIModel", issues), { issues });
}
