import { RehearsalError } from "../../errors.js";
import type { LanguageModel, ModelRequest, ModelResponse } from "../../models/language-model.js";
import type { JsonObject } from "../../test-case/json.js";
import type { User, UserMove, UserRequest } from "../user.js";
import { flipped, userPrompt } from "./user-prompt.js";

export interface LanguageModelUserOptions {
  readonly model: LanguageModel;
  /** The language the user speaks where the golden does not say. Default: English. */
  readonly language?: string;
}

/** How often the model is asked where its answer holds nothing to say. */
const ATTEMPTS = 3;

const schema: JsonObject = {
  type: "object",
  properties: {
    say: { type: "string", description: "What the person says next. Empty only where done is true." },
    done: { type: "boolean", description: "True: the person stops talking." },
    reason: { type: "string", description: "One sentence: why the person goes on or stops." },
  },
  required: ["say", "done", "reason"],
  additionalProperties: false,
};
const answerSchema: ModelRequest["schema"] = { name: "user_turn", schema };

/** A user whom a language model plays: it improvises within the golden, and ends the conversation by a typed signal. */
export class LanguageModelUser implements User {
  readonly name: string;
  readonly #model: LanguageModel;
  readonly #language: string;

  constructor({ model, language = "English" }: LanguageModelUserOptions) {
    if (typeof (model as LanguageModel | undefined)?.generate !== "function") {
      throw new RehearsalError("missing_setting", "LanguageModelUser needs a model: new LanguageModelUser({ model }).");
    }
    this.#model = model;
    this.#language = language;
    this.name = `LanguageModelUser (${model.id})`;
  }

  async next(request: UserRequest): Promise<UserMove> {
    const { golden, turns, random, signal } = request;
    const spoken = turns.some(({ role }) => role === "user");
    if (!spoken && golden.opening !== undefined) return { say: golden.opening };
    const messages = [
      { role: "system", content: userPrompt(golden, golden.language ?? this.#language) } as const,
      ...flipped(turns),
    ];
    let structured = true;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const asked = { messages, signal, seed: Math.floor(random() * 2 ** 31) };
      try {
        const move = moveOf(await this.#model.generate(structured ? { ...asked, schema: answerSchema } : asked));
        if (move !== null) return move;
      } catch (error) {
        // A provider that knows no schemas, or a model that gave no JSON, may still answer in text.
        const failed = error instanceof RehearsalError && error.code === "model_failed";
        if (!failed || !structured || attempt === ATTEMPTS) throw error;
        structured = false;
      }
    }
    return { end: `The model of the simulated user answered nothing usable ${String(ATTEMPTS)} times in a row.` };
  }
}

/** Null: the answer holds nothing to say and no end. */
function moveOf({ json, text }: ModelResponse): UserMove | null {
  const answer = json ?? parsed(text);
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) {
    // A model that cannot answer in JSON may still speak; half a JSON document is nothing that a person says.
    return text.trim() === "" || /^\s*(```|[{[])/.test(text) ? null : { say: text.trim() };
  }
  const { say, done, reason } = answer as Record<string, unknown>;
  const words = typeof say === "string" ? say.trim() : "";
  if (done !== true) return words === "" ? null : { say: words };
  const why = typeof reason === "string" && reason.trim() !== "" ? reason.trim() : "The user had nothing more to say.";
  // Last words are no part of the signal: they are said, and the agent may answer them.
  return words === "" ? { end: why } : { say: words, thenEnd: why };
}

/** Models that know no schemas often put the JSON they were asked for into a fence. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, "")) as unknown;
  } catch {
    return undefined;
  }
}
