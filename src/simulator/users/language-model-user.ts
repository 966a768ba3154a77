import { messageOf, RehearsalError } from "../../errors.js";
import { readyOnRecord } from "../on-record.js";
import { quoteAnswer } from "../../test-case/cut.js";
import type { LanguageModel, ModelMessage, ModelRequest } from "../../models/language-model.js";
import type { JsonObject } from "../../test-case/json.js";
import type * as AskModel from "../ceiling/ask-model.js";
import type { User, UserLine, UserMove, UserRequest } from "../user.js";
import type * as AwaitsAnswer from "./user-faults/awaits-answer.js";
import type * as LineFaults from "./user-faults/line-faults.js";
import type { UserFault } from "./user-faults/user-fault.js";
import type * as MoveIn from "./move-in.js";
import { correction, flipped, howToAnswer } from "./user-prompt.js";
import { templateOf, visibleTo, type UserTemplate } from "./user-template.js";

export interface LanguageModelUserOptions {
  readonly model: LanguageModel;
  /** The language the user speaks where the golden does not say. Default: English. */
  readonly language?: string;
  /**
   * The prompts: an object, or an instance of a class, with `firstTurn` and `nextTurn`; a turn that it leaves out has the
   * usual one. Default: the persona, the situation, the facts and unknowns of the golden, and how to talk.
   */
  readonly template?: Partial<UserTemplate>;
}

/** How often the model is asked where its answer holds nothing to say, or what the person would not say. */
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

/**
 * A user whom a language model plays: it improvises within the golden, and ends the conversation by a typed signal. Each
 * line is checked before it is said: a fact that nobody gave, words of an assistant, or a line said before are sent back
 * with a note. What stays wrong after three attempts is said all the same and marked, as `userFaults` in the `metadata`
 * of its turn.
 *
 * @example
 * const user = new LanguageModelUser({
 *   model,
 *   template: { firstTurn: ({ golden }) => `You are angry. ${golden.scenario} Begin the call.` },
 * });
 */
export class LanguageModelUser implements User {
  readonly vouchesFor = "lines";
  readonly name: string;
  readonly modelId: string;
  readonly #model: LanguageModel;
  readonly #language: string;
  readonly #template: UserTemplate;

  /** Throws a RehearsalError where the model is missing or the template is none. */
  constructor({ model, language = "English", template }: LanguageModelUserOptions) {
    if (typeof (model as LanguageModel | undefined)?.generate !== "function") {
      throw new RehearsalError("missing_setting", "LanguageModelUser needs a model: new LanguageModelUser({ model }).");
    }
    this.#model = model;
    this.#language = language;
    this.#template = templateOf(template);
    this.modelId = model.id;
    this.name = `LanguageModelUser (${model.id})`;
  }

  async ready(): Promise<void> {
    await readyOnRecord(this.#model);
  }

  async next(request: UserRequest): Promise<UserMove> {
    const { golden, turns } = request;
    const spoken = turns.some(({ role }) => role === "user");
    if (!spoken && golden.opening !== undefined) return { say: golden.opening };
    // The checks are many files: they are loaded where such a user first speaks.
    const [{ moveIn }, { lineFaults }, { awaitsAnswer }, { askModel }] = await (speaking ??= Promise.all([
      import("./move-in.js"),
      import("./user-faults/line-faults.js"),
      import("./user-faults/awaits-answer.js"),
      import("../ceiling/ask-model.js"),
    ]));
    const prompt = this.#prompt(request);
    let draft: Draft | null = null;
    let structured = true;
    let last: unknown;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        const asked = questionOf(request, draft === null ? prompt : noted(prompt, draft), structured);
        const answer = await askModel(this.#model, asked, request.spent);
        const move = moveIn(answer);
        last = answer.json ?? answer.text;
        if (move === null) continue;
        if ("end" in move) return awaitsAnswer(golden, turns) ? { ...move, fault: "left" } : move;
        const faults = lineFaults({ golden, turns, say: move.say, told: prompt });
        if (faults.length === 0) return move;
        if (draft === null || faults.length <= draft.faults.length) draft = { line: move, faults };
      } catch (error) {
        if (!mayAnswerInText(error) || !structured || attempt === ATTEMPTS) throw error;
        structured = false;
      }
    }
    if (draft !== null) return marked(draft);
    const end = `The model of the simulated user (${this.modelId}) answered nothing usable ${String(ATTEMPTS)} times in a row, at last ${quoteAnswer(last)}.`;
    return { end, fault: "empty" };
  }

  #prompt({ golden, turns }: UserRequest): string {
    const input = { golden: visibleTo(golden), language: golden.language ?? this.#language };
    const told =
      turns.length === 0
        ? this.#template.firstTurn(input)
        : this.#template.nextTurn({ ...input, turns: turns.map(({ role, content }) => ({ role, content })) });
    return `${told}\n\n${howToAnswer}`;
  }
}

function questionOf({ turns, random, signal }: UserRequest, prompt: string, structured: boolean): ModelRequest {
  const messages: ModelMessage[] = [{ role: "system", content: prompt }, ...flipped(turns)];
  const asked = { messages, signal, seed: Math.floor(random() * 2 ** 31) };
  return structured ? { ...asked, schema: answerSchema } : asked;
}

const aboutFormat =
  /response.?format|json.?(?:schema|object|mode)|structured.?output|\bschemas?\b|\bno (?:valid )?json\b|\bnot (?:valid )?json\b/i;

/**
 * A provider that refuses schemas, or a model that gave no JSON, may still answer in text. Any other failure would only be
 * asked for again: how often that is done is the model's own to say.
 */
const mayAnswerInText = (error: unknown): boolean =>
  (error instanceof RehearsalError && error.code === "model_failed" && error.usage !== undefined) ||
  (!(error instanceof RehearsalError && error.code !== "model_failed") && aboutFormat.test(messageOf(error)));

/** Asking the loader each time would take a turn of the event loop and more. */
let speaking: Promise<[typeof MoveIn, typeof LineFaults, typeof AwaitsAnswer, typeof AskModel]> | undefined;

/** A line that the person would not say. */
interface Draft {
  readonly line: UserLine;
  readonly faults: readonly UserFault[];
}

/** The note goes into the prompt and not after the conversation: many models take one system message only, the first. */
const noted = (prompt: string, { line, faults }: Draft): string =>
  `${prompt}\n\n${correction(
    line.say,
    faults.map(({ kind, detail }) => `${verbs[kind]}: ${detail}`),
  )}`;

const verbs = {
  invented_fact: "states as a fact what you were not told",
  role_flip: "speaks as if you were the assistant",
  repetition: "repeats",
  empty: "says nothing",
  off_goal: "is about something else",
  denial: "goes against what you know and want: it",
} as const satisfies Readonly<Record<UserFault["kind"], string>>;

const marked = ({ line, faults }: Draft): UserLine => ({
  ...line,
  metadata: { userFaults: faults.map(({ kind, detail }) => ({ kind, detail })) },
});
