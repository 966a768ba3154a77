import { chatBody, concessionFor, type ChatBody, type Concession } from "./chat-body.js";
import { readCompletion } from "./chat-completion.js";
import { systemModelClock, withinDeadline, type Deadline } from "./deadline.js";
import { assertUsable, askForJson } from "./json-answer.js";
import type { LanguageModel, ModelRequest, ModelResponse } from "./language-model.js";
import { loadOpenAI } from "./openai-client.js";
import { openConnection, type Connection, type ModelRuntime } from "./openai-connection.js";
import { checkOpenAIOptions, type OpenAIModelOptions } from "./openai-options.js";
import { nameToShow } from "./openai-settings.js";
import { retrying } from "./retry.js";

/**
 * A model behind an API like OpenAI's chat completions. Needs the package `openai` (4 to 7), loaded at the first request.
 *
 * @example
 * const model = new OpenAIModel({ model: "llama3.1", baseURL: "http://127.0.0.1:11434/v1", temperature: 0 });
 */
export class OpenAIModel implements LanguageModel {
  readonly id: string;
  readonly #options: OpenAIModelOptions;
  readonly #runtime: ModelRuntime;
  /** What this server is known not to take. */
  readonly #concessions = new Set<Concession>();
  #connection: Promise<Connection> | undefined;

  constructor(options: OpenAIModelOptions = {}, runtime: Partial<ModelRuntime> = {}) {
    this.#options = checkOpenAIOptions(options);
    this.#runtime = { env: process.env, clock: systemModelClock, random: Math.random, loadOpenAI, ...runtime };
    // Temperature and seed change the answers, and so belong to the name that caches go by.
    const fixed = (["temperature", "seed"] as const).flatMap((name) =>
      options[name] === undefined ? [] : [`${name} ${String(options[name])}`],
    );
    const name = nameToShow(options, this.#runtime.env);
    this.id = fixed.length === 0 ? name : `${name} (${fixed.join(", ")})`;
  }

  async ready(): Promise<void> {
    await this.#connect();
  }

  async generate(request: ModelRequest): Promise<ModelResponse> {
    const connection = await this.#connect();
    const { caller } = connection;
    const { timeoutMs = 120_000 } = this.#options;
    const { clock } = this.#runtime;
    return withinDeadline({ who: caller.who, timeoutMs, signal: request.signal, clock }, (deadline) =>
      askForJson(caller, request, async (asked) => assertUsable(caller, await this.#ask(connection, asked, deadline))),
    );
  }

  async #ask(connection: Connection, request: ModelRequest, deadline: Deadline): Promise<ModelResponse> {
    const { client, caller, model, official, gate } = connection;
    const { maxRetries = 2, temperature, seed } = this.#options;
    const made = new Set(this.#concessions);
    let body: ChatBody = {};
    const adapt = (failure: Parameters<typeof concessionFor>[0]) => {
      const concession = concessionFor(failure, body);
      if (concession === null || made.has(concession)) return false;
      made.add(concession);
      return true;
    };
    const retry = { caller, deadline, gate, maxRetries, random: this.#runtime.random, adapt };
    const response = await retrying(retry, async () => {
      body = chatBody(request, { model, official, temperature, seed }, made);
      const timeout = Math.ceil(deadline.remainingMs()) + 1000;
      const options = { signal: deadline.signal, maxRetries: 0, timeout };
      return readCompletion(caller, await client.chat.completions.create(body, options));
    });
    // Only now is it known that they helped.
    for (const concession of made) this.#concessions.add(concession);
    return response;
  }

  /** Once for all requests; a failure is not kept, since the next request may find its setting. */
  #connect(): Promise<Connection> {
    return (this.#connection ??= openConnection(this.#options, this.#runtime).catch((error: unknown) => {
      this.#connection = undefined;
      throw error;
    }));
  }
}
