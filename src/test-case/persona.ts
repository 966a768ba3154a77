import { lazySchema, strict, text, valueClass, type Schema } from "./schema.js";

/** How a simulated caller barges in. Voice only. */
export interface InterruptionBehavior {
  /** How often. Absent means `"normal"`. */
  readonly frequency?: "rare" | "normal" | "frequent";
  /** What the caller does when both speak. Absent means `"adaptive"`. */
  readonly overlap?: "yield" | "adaptive" | "insist";
}

/** Noise under a simulated caller's voice. Voice only. */
export interface BackgroundNoise {
  /** Path of an audio file, looped. */
  readonly audio: string;
  /** From 0 to 1. Absent means 0.3. */
  readonly volume?: number;
}

/** Who the simulated user is. Everything after `characteristics` but `speaksFirst` matters to voice only. */
export interface Persona {
  readonly name?: string;
  /** How the person speaks and behaves, in a sentence or two. */
  readonly characteristics: string;
  /** Whether the user opens the conversation. Absent means true; false: the agent is called first, with `input: null`. */
  readonly speaksFirst?: boolean;
  readonly interruptionBehavior?: InterruptionBehavior;
  /** The user says nothing at all. Absent means false. */
  readonly muted?: boolean;
  /** Voice for the speech synthesizer; its names are the synthesizer's. */
  readonly voice?: string;
  readonly backgroundNoise?: BackgroundNoise;
  /** Let the recognizer detect the language. Absent means false. */
  readonly multilingualStt?: boolean;
  /** Hang up after this many seconds of silence. */
  readonly holdTimeout?: number;
}

export const personaSchema: Schema<Persona> = lazySchema((z) =>
  strict<Persona>(
    z,
    {
      name: z.string().optional(),
      characteristics: text(z),
      speaksFirst: z.boolean().optional(),
      interruptionBehavior: strict<InterruptionBehavior>(z, {
        frequency: z.enum(["rare", "normal", "frequent"]).optional(),
        overlap: z.enum(["yield", "adaptive", "insist"]).optional(),
      }).optional(),
      muted: z.boolean().optional(),
      voice: z.string().optional(),
      backgroundNoise: strict<BackgroundNoise>(z, {
        audio: text(z),
        volume: z.number().min(0).max(1).optional(),
      }).optional(),
      multilingualStt: z.boolean().optional(),
      holdTimeout: z.number().positive().optional(),
    },
    (value) => (typeof value === "string" ? { characteristics: value } : value),
  ),
);

/** A string stands for its `characteristics`. */
export type PersonaInput = string | Persona;
export const Persona = valueClass<PersonaInput, Persona>("Persona", personaSchema);
