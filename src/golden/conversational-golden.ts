import { type AssertedFields, type AssertedFieldsInput } from "../test-case/asserted-fields.js";
import type { JsonObject, JsonValue } from "../test-case/json.js";
import { personaSchema, type Persona, type PersonaInput } from "../test-case/persona.js";
import {
  dictionary,
  json,
  jsonObject,
  lazySchema,
  strict,
  text,
  texts,
  valueClass,
  type Schema,
} from "../test-case/schema.js";
import { turnSchema, type Turn, type TurnInput } from "../test-case/turn.js";
import { goldenBaseShape, withId, type GoldenBase } from "./golden.js";

/** Something the user knows, and the words by which an agent may ask for it. */
export interface Fact {
  readonly value: string | number | boolean;
  /** Further names for it, as an agent may say them: "order number" for `order_id`. */
  readonly aliases?: readonly string[];
}

/** How to tell that a goal is reached. All that are given must hold. */
export interface DoneTest {
  /** A regular expression, without regard to case, that the agent's reply must match. */
  readonly says?: string;
  /** The name of a tool that the agent must have called. */
  readonly calls?: string;
}

/** One thing the user wants. */
export interface Goal {
  /** How the user brings it up. */
  readonly say: string;
  /** Absent: reached when the agent reports success. */
  readonly done?: DoneTest;
}

/** What should happen in a conversation: what drives its user, and what is asserted of it. */
export interface ConversationalGolden extends GoldenBase {
  /** What the conversation is about, in a sentence. */
  readonly scenario: string;
  /** What should have come of it; the user under simulation never sees it. */
  readonly expectedOutcome?: string;
  readonly persona?: Persona;
  readonly chatbotRole?: string;
  /** Turns to start from. */
  readonly turns?: readonly Turn[];
  /**
   * The user's first words. Absent: the first goal, else what `turns` has the user say first, else the scenario's first
   * sentence. `AgendaUser` turns that into the first person where it has a common shape ("A customer wants one
   * margherita." is said "I want one margherita."), says it as it stands where it has an "I" or a "my" or asks, and else
   * after "Hello, it's about this:".
   */
  readonly opening?: string;
  /** What the user wants, in order. Absent: one goal, the opening. */
  readonly goals?: readonly Goal[];
  /** What the user knows, by name, and tells when asked. */
  readonly facts?: { readonly [name: string]: Fact };
  /** What the user is known not to know, and says so when asked. */
  readonly unknown?: readonly string[];
  /** Whether the user agrees when asked to confirm. Absent means true. */
  readonly confirms?: boolean;
  /** The language the user speaks. Absent means English. */
  readonly language?: string;
  /** Handed to the agent with the golden, for it to use as it likes. */
  readonly variables?: JsonObject;
  /** State of the environment at the start. */
  readonly initialState?: JsonValue;
}

type FactInput = Fact | Fact["value"];
export type ConversationalGoldenInput = Omit<
  ConversationalGolden,
  "id" | "turns" | "persona" | "facts" | "goals" | keyof AssertedFields
> &
  AssertedFieldsInput & {
    readonly id?: string;
    readonly turns?: readonly TurnInput[];
    readonly persona?: PersonaInput;
    readonly facts?: { readonly [name: string]: FactInput };
    readonly goals?: readonly (string | Goal)[];
  };

const factSchema: Schema<Fact> = lazySchema((z) =>
  strict<Fact>(z, { value: z.union([z.string(), z.number(), z.boolean()]), aliases: texts(z).optional() }, (value) =>
    typeof value === "object" ? value : { value },
  ),
);

const goalSchema: Schema<Goal> = lazySchema((z) =>
  strict<Goal>(
    z,
    {
      say: text(z),
      done: strict<DoneTest>(z, {
        says: text(z).refine(isPattern, { message: "is no regular expression" }).optional(),
        calls: text(z).optional(),
      }).optional(),
    },
    (value) => (typeof value === "string" ? { say: value } : value),
  ),
);

export const conversationalGoldenSchema: Schema<ConversationalGolden> = lazySchema((z) =>
  strict<Omit<ConversationalGolden, "id"> & { readonly id?: string }>(z, {
    id: text(z).optional(),
    scenario: text(z),
    expectedOutcome: z.string().optional(),
    persona: personaSchema().optional(),
    chatbotRole: z.string().optional(),
    turns: z.array(turnSchema()).optional(),
    opening: text(z).optional(),
    goals: z.array(goalSchema()).optional(),
    facts: dictionary(z, factSchema()).optional(),
    unknown: texts(z).optional(),
    confirms: z.boolean().optional(),
    language: text(z).optional(),
    variables: jsonObject(z).optional(),
    initialState: json(z).optional(),
    ...goldenBaseShape(z),
  }).transform((golden) => withId<ConversationalGolden>(golden)),
);

export const ConversationalGolden = valueClass<ConversationalGoldenInput, ConversationalGolden>(
  "ConversationalGolden",
  conversationalGoldenSchema,
);

function isPattern(source: string): boolean {
  try {
    new RegExp(source, "i");
    return true;
  } catch {
    return false;
  }
}
