import { assertedShape, type AssertedFields, type AssertedFieldsInput } from "./asserted-fields.js";
import { failureSchema, type Failure } from "./failure.js";
import type { JsonObject, JsonValue } from "./json.js";
import { personaSchema, type Persona, type PersonaInput } from "./persona.js";
import { dictionary, json, jsonObject, lazySchema, strict, text, texts, valueClass, type Schema } from "./schema.js";
import { scriptOutcomeSchema, type ScriptOutcome } from "./script-outcome.js";
import { traceSchema, type Trace } from "./trace.js";
import { turnSchema, type Turn, type TurnInput } from "./turn.js";

export const endedBy = [
  "cap",
  "controller",
  "judge",
  "user",
  "graph",
  "script",
  "agent",
  "loop",
  "budget",
  "deadline",
  "abort",
  "error",
] as const;

/** What a simulated user does wrong where it ends a conversation. */
export const userEndFaults = ["empty", "off_goal", "left"] as const;

/** Who or what ended a conversation, and why. */
export interface EndReason {
  readonly by: (typeof endedBy)[number];
  /** One sentence. */
  readonly reason: string;
  /**
   * The simulated user ended it for no reason of the person that it plays. `empty`: its model answered nothing, again and
   * again. `off_goal`: it never said what it wanted. `left`: the agent had just asked it something.
   */
  readonly fault?: (typeof userEndFaults)[number];
}

export const endReasonSchema: Schema<EndReason> = lazySchema((z) =>
  strict<EndReason>(z, { by: z.enum(endedBy), reason: z.string(), fault: z.enum(userEndFaults).optional() }),
);

/** A conversation that happened, and what should have happened in it. */
export interface ConversationalTestCase extends AssertedFields {
  /** In order. Empty only where the conversation broke off before its first turn. */
  readonly turns: readonly Turn[];
  /** How many of the turns the golden began with: the agent did none of them. Absent means 0. */
  readonly seededTurns?: number;
  readonly scenario?: string;
  readonly expectedOutcome?: string;
  readonly persona?: Persona;
  readonly context?: readonly string[];
  readonly chatbotRole?: string;
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly comments?: string;
  readonly metadata?: JsonObject;
  /** A failure is reported and does not fail the run. Absent means false. */
  readonly flaky?: boolean;
  readonly customColumnKeyValues?: { readonly [column: string]: string };
  /** True where a turn carries audio; set by itself. */
  readonly voice?: boolean;
  readonly endReason?: EndReason;
  /** The nodes of a `SimulationNode` graph whose actions spoke, in order. */
  readonly path?: readonly string[];
  /** What the steps of a hand-written scenario asserted. Absent: there was none, or it asserts nothing. */
  readonly script?: ScriptOutcome;
  /** Set where the conversation broke off: what went wrong. The turns until then are kept. */
  readonly error?: string;
  /** Who broke the conversation off, and how. Absent where it did not break off, or it is not known. */
  readonly failure?: Failure;
  /**
   * The turns whose reply was under way when a run was killed: the agent was asked for it again, so that its tools may have
   * run twice. Absent: there is none.
   */
  readonly askedAgain?: readonly number[];
  /**
   * The turns, agent's replies, with which a later run went on from the journal, mostly in another process: what the agent had
   * kept in its own memory of the turns before was gone. Absent: one run held it all.
   */
  readonly resumedAt?: readonly number[];
  /** The seed that repeats this conversation. */
  readonly seed?: string;
  readonly threadId?: string;
  /** What was recorded, one trace for each assistant turn. */
  readonly traces?: readonly Trace[];
  /** The state of the conversation's world at its end. Absent: there was no environment. */
  readonly finalState?: JsonValue;
  /** Whether that is another state than at the start. Absent: not known. */
  readonly stateChanged?: boolean;
  /** The state that `goldenActions` lead to, and which of them failed. Absent: they were not replayed. */
  readonly replayedState?: { readonly state: JsonValue; readonly failures: readonly string[] };
  /** Id of the golden that this case was made from. */
  readonly goldenId?: string;
  /** Which trial of its golden this is, from 1. */
  readonly trial?: number;
}

export type ConversationalTestCaseInput = Omit<ConversationalTestCase, "turns" | "persona" | keyof AssertedFields> &
  AssertedFieldsInput & { readonly turns: readonly TurnInput[]; readonly persona?: PersonaInput };

export const conversationalTestCaseSchema: Schema<ConversationalTestCase> = lazySchema((z) =>
  strict<ConversationalTestCase>(z, {
    ...assertedShape(z),
    turns: z.array(turnSchema()),
    seededTurns: z.int().nonnegative().optional(),
    scenario: z.string().optional(),
    expectedOutcome: z.string().optional(),
    persona: personaSchema().optional(),
    context: texts(z).optional(),
    chatbotRole: z.string().optional(),
    name: text(z).optional(),
    tags: texts(z).optional(),
    comments: z.string().optional(),
    metadata: jsonObject(z).optional(),
    flaky: z.boolean().optional(),
    customColumnKeyValues: dictionary(z, z.string()).optional(),
    voice: z.boolean().optional(),
    endReason: endReasonSchema().optional(),
    path: z.array(z.string()).optional(),
    script: scriptOutcomeSchema().optional(),
    error: z.string().optional(),
    failure: failureSchema().optional(),
    askedAgain: z.array(z.int().positive()).optional(),
    resumedAt: z.array(z.int().positive()).optional(),
    seed: z.string().optional(),
    threadId: z.string().optional(),
    traces: z.array(traceSchema()).optional(),
    finalState: json(z).optional(),
    stateChanged: z.boolean().optional(),
    replayedState: strict<NonNullable<ConversationalTestCase["replayedState"]>>(z, {
      state: json(z),
      failures: z.array(z.string()),
    }).optional(),
    goldenId: z.string().optional(),
    trial: z.int().positive().optional(),
  })
    .check((context) => {
      const { turns, error, endReason } = context.value;
      if (turns.length > 0 || error !== undefined || endReason !== undefined) return;
      context.issues.push({ code: "custom", input: turns, path: ["turns"], message: "must hold at least one turn" });
    })
    .transform((value) => (value.turns.some((turn) => turn.audio !== undefined) ? { ...value, voice: true } : value)),
);

export const ConversationalTestCase = valueClass<ConversationalTestCaseInput, ConversationalTestCase>(
  "ConversationalTestCase",
  conversationalTestCaseSchema,
);
