import { RehearsalError } from "../errors.js";
import { lazySchema, parse, strict, type Schema } from "../test-case/schema.js";
import { abortedError, systemModelClock, type ModelClock } from "./deadline.js";
import { readFailure } from "./failure.js";
import type { LanguageModel, ModelRequest, ModelResponse } from "./language-model.js";
import { RateGate, type AttemptResult, type RateLimits } from "./rate-gate.js";

const schema: Schema<RateLimits> = lazySchema((z) =>
  strict<RateLimits>(z, {
    maxConcurrent: z.int().positive().optional(),
    requestsPerMinute: z.number().positive().optional(),
    tokensPerMinute: z.number().positive().optional(),
  }),
);

/**
 * The same model, asked no more often than this: calls beyond it wait in line, first come, first served. The limits hold for
 * all who share what is returned, so make it once. A provider that limits the rate (HTTP 429) closes it for all of them for
 * as long as it asks, and calls under way are halved; they grow again as calls succeed. It makes no attempts of its own, and
 * changes no answer. Time in line counts towards the deadlines of the simulator, not towards the model's own `timeoutMs`.
 *
 * @example
 * const model = limitModel(new OpenAIModel({ model: "gpt-4.1-mini" }), { maxConcurrent: 8, requestsPerMinute: 500 });
 */
export function limitModel(
  model: LanguageModel,
  limits: RateLimits,
  { clock = systemModelClock }: { readonly clock?: ModelClock } = {},
): LanguageModel {
  const gate = new RateGate(clock, parse(schema, limits, "limitModel: the limits"));
  return {
    id: model.id,
    ...(model.ready !== undefined && { ready: () => Promise.resolve(model.ready?.()) }),
    generate: (request) => untilAborted(model.id, request.signal, () => limited(gate, model, request)),
  };
}

async function limited(gate: RateGate, model: LanguageModel, request: ModelRequest): Promise<ModelResponse> {
  const pass = await gate.enter({ place: gate.place(), signal: request.signal, tokens: estimated(request) });
  try {
    const response = await model.generate(request);
    const { inputTokens, outputTokens } = response.usage;
    pass.leave("succeeded", inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens);
    return response;
  } catch (thrown) {
    pass.leave(resultOf(thrown));
    throw thrown;
  }
}

/** Our own errors keep what the provider threw as their cause. */
function resultOf(thrown: unknown): AttemptResult {
  const { throttled, retryAfterMs } = readFailure(thrown instanceof RehearsalError ? thrown.cause : thrown, Date.now());
  return throttled ? { throttledForMs: retryAfterMs ?? 0 } : "failed";
}

/** Rejects at that very moment, also where the model pays no heed to the signal: its place in the gate is then kept for it. */
async function untilAborted<T>(who: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (signal === undefined) return work();
  if (signal.aborted) throw abortedError(who, signal.reason);
  let stop = (): void => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(abortedError(who, signal.reason));
    signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([stopped, work()]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** In English a token is about four characters. */
const CHARACTERS_PER_TOKEN = 4;

/** Too low where the answer is long and `maxTokens` not given: what was really used then counts as soon as it is known. */
function estimated({ messages, tools, schema: wanted, maxTokens = 0 }: ModelRequest): number {
  return Math.ceil(JSON.stringify([messages, tools, wanted]).length / CHARACTERS_PER_TOKEN) + maxTokens;
}
