import OpenAI, { type ClientOptions } from "openai";
import { wrapOpenAI, type OpenAIOptions } from "../../../../instrumentation/openai/index.js";
import { captureTrace } from "../../../../src/tracing/index.js";
import type { Trace } from "../../../../src/test-case/trace.js";
import { startOpenAIServer, type OpenAIServer, type Script } from "../../../support/openai-server.js";

export const question = [{ role: "user" as const, content: "Hi" }];

export interface Loop extends AsyncDisposable {
  readonly server: OpenAIServer;
  readonly client: OpenAI;
}

/** A wrapped client of a server that does what the script says. */
export async function wrappedLoop(
  script: Script,
  options?: OpenAIOptions,
  clientOptions: ClientOptions = {},
): Promise<Loop> {
  const server = await startOpenAIServer(script);
  const client = wrapOpenAI(plainClient(server, clientOptions), options);
  return { server, client, [Symbol.asyncDispose]: () => server.close() };
}

export const plainClient = ({ baseURL }: OpenAIServer, options: ClientOptions = {}): OpenAI =>
  new OpenAI({ apiKey: "key", baseURL, maxRetries: 0, logLevel: "off", ...options });

/** What is on record of `work`, whether or not it fails. */
export async function traceOfWork(work: () => unknown): Promise<{ readonly trace: Trace; readonly error?: unknown }> {
  let error: unknown;
  const { trace } = await captureTrace(async () => {
    try {
      await work();
    } catch (thrown) {
      error = thrown;
    }
  });
  return error === undefined ? { trace } : { trace, error };
}

export const weather = {
  type: "function" as const,
  function: { name: "get_weather", parameters: { type: "object", properties: { city: { type: "string" } } } },
};
