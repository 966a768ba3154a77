import { RehearsalError } from "../../errors.js";
import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import type { Turn } from "../../test-case/turn.js";
import { userPrompt } from "./user-prompt.js";

/** What of a golden its user may see: nothing that is asserted, nothing that is meant for the judge or the agent. */
export interface VisibleGolden extends Pick<
  ConversationalGolden,
  "id" | "scenario" | "persona" | "opening" | "facts" | "unknown" | "confirms" | "language"
> {
  readonly goals?: readonly { readonly say: string }[];
}

export interface FirstTurnInput {
  readonly golden: VisibleGolden;
  readonly language: string;
}

export interface NextTurnInput extends FirstTurnInput {
  /** The conversation so far, the golden's own turns first: who said what, and nothing else. */
  readonly turns: readonly Pick<Turn, "role" | "content">[];
}

/**
 * The prompts of a model that plays the user. Each is a text that tells the model whom to play and how; how to answer,
 * and the conversation itself, are added to it. An `opening` of the golden is said as it stands, without a prompt.
 */
export interface UserTemplate {
  /** Where nobody has spoken yet. */
  firstTurn(input: FirstTurnInput): string;
  nextTurn(input: NextTurnInput): string;
}

/** All that a person in the golden's situation knows, in one prompt for every turn. */
export const usualTemplate: UserTemplate = {
  firstTurn: ({ golden, language }) => userPrompt(golden, language),
  nextTurn: ({ golden, language }) => userPrompt(golden, language),
};

/** The template of an option, the usual one for a turn that it leaves out. Throws a RehearsalError where it is none. */
export function templateOf(given: Partial<UserTemplate> | undefined): UserTemplate {
  if (given === undefined) return usualTemplate;
  const isObject = typeof given === "object" && (given as unknown) !== null;
  const parts = isObject ? [given.firstTurn, given.nextTurn].filter((part) => part !== undefined) : [];
  if (parts.length === 0 || parts.some((part) => typeof part !== "function")) {
    throw new RehearsalError(
      "invalid_input",
      "LanguageModelUser: template must be an object with firstTurn({ golden, language }) and " +
        "nextTurn({ golden, turns, language }), or one of the two; each returns the text of a prompt.",
    );
  }
  return {
    firstTurn: (input) => promptOf("firstTurn", (given.firstTurn ?? usualTemplate.firstTurn).call(given, input)),
    nextTurn: (input) => promptOf("nextTurn", (given.nextTurn ?? usualTemplate.nextTurn).call(given, input)),
  };
}

function promptOf(name: string, prompt: unknown): string {
  if (typeof prompt === "string" && prompt.trim() !== "") return prompt;
  throw new RehearsalError(
    "invalid_input",
    `LanguageModelUser: ${name} of its template must return a text that is not blank; it returned ${typeof prompt}.`,
  );
}

/** By picking, so that a field that goldens get later is not shown by mistake. */
export function visibleTo(golden: ConversationalGolden): VisibleGolden {
  const { id, scenario, persona, opening, goals, facts, unknown, confirms, language } = golden;
  return {
    id,
    scenario,
    ...(persona !== undefined && { persona }),
    ...(opening !== undefined && { opening }),
    ...(goals !== undefined && { goals: goals.map(({ say }) => ({ say })) }),
    ...(facts !== undefined && { facts }),
    ...(unknown !== undefined && { unknown }),
    ...(confirms !== undefined && { confirms }),
    ...(language !== undefined && { language }),
  };
}
