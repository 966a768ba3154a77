import type { FaultKind } from "../../environment/fault.js";
import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import { lazySchema, parse, strict, text, type Schema } from "../../test-case/schema.js";
import { personaSchema, type Persona } from "../../test-case/persona.js";
import { noiseKinds, type Noise } from "./noise.js";

/** What the user does next: it says fixed words, or reacts to the reply as `AgendaUser` would, typed with or without noise. */
export type ScriptTurn = { readonly say: string } | { readonly react: true; readonly noise?: Noise };

export const plannedFaultKinds = ["error", "timeout", "garbage"] as const satisfies readonly FaultKind[];

/** A tool goes wrong at one of its calls. */
export interface PlannedFault {
  readonly tool: string;
  /** Which of its calls in the conversation, from 1. */
  readonly on: number;
  readonly kind: (typeof plannedFaultKinds)[number];
}

/** One conversation to hold, as plain JSON: all that is needed to hold it again. */
export interface Script {
  readonly turns: readonly ScriptTurn[];
  readonly faults: readonly PlannedFault[];
  /** What the words of turns that react are drawn from. */
  readonly seed: number;
  /** Who the user is in turns that react. Absent: as the golden says. */
  readonly persona?: Persona;
}

const scriptSchema: Schema<Script> = lazySchema((z) =>
  strict<Script>(z, {
    turns: z.array(
      z.union([
        strict<{ say: string }>(z, { say: z.string() }, (value) =>
          typeof value === "string" ? { say: value } : value,
        ),
        strict<Extract<ScriptTurn, { react: true }>>(z, {
          react: z.literal(true),
          noise: strict<Noise>(z, { kind: z.enum(noiseKinds), at: z.int().nonnegative() }).optional(),
        }),
      ]),
    ),
    faults: z.array(
      strict<PlannedFault>(z, { tool: text(z), on: z.int().positive(), kind: z.enum(plannedFaultKinds) }),
    ),
    seed: z.int(),
    persona: personaSchema().optional(),
  }),
);

/**
 * The script that a golden carries in `metadata.script`. Absent: it carries none. Turns may be written as plain text.
 * Throws a RehearsalError where it is none.
 */
export function scriptOf({ id, metadata }: Pick<ConversationalGolden, "id" | "metadata">): Script | undefined {
  const given = metadata?.["script"];
  if (given === undefined) return undefined;
  const filled = typeof given === "object" && given !== null ? { faults: [], seed: 0, ...given } : given;
  return parse(scriptSchema, filled, `the script of golden "${id}" (metadata.script)`);
}

/** A script as a golden's metadata holds it: lines that are fixed as plain text, for people to read. */
export const scriptToKeep = ({ turns, faults, seed, persona }: Script) => ({
  turns: turns.map((turn) => ("say" in turn ? turn.say : turn)),
  ...(faults.length > 0 && { faults }),
  ...(turns.some((turn) => "react" in turn) && { seed, ...(persona !== undefined && { persona }) }),
});

/** The persona that a script gives the user, if any; who speaks first is the golden's to say. */
export function personaOf(
  { persona }: ConversationalGolden,
  script: Pick<Script, "persona">,
): Pick<ConversationalGolden, "persona"> {
  if (script.persona === undefined) return {};
  const { speaksFirst } = persona ?? {};
  return { persona: { ...script.persona, ...(speaksFirst !== undefined && { speaksFirst }) } };
}
