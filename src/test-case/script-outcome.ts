import { json, lazySchema, strict, type Schema } from "./schema.js";
import { failureKinds, type FailureKind } from "./failure.js";
import type { JsonValue } from "./json.js";

/** What a hand-written scenario says of its conversation: whether all that its steps assert did hold. */
export interface ScriptOutcome {
  /** `errored`: it can't be told, since a step could not be done or was never reached. */
  readonly verdict: "passed" | "failed" | "errored";
  /** One sentence, or the message of the assertion. */
  readonly reason: string;
  /** Number of the step that decided, from 1. */
  readonly step?: number;
  /** Number of the turn that it looked at, from 1. */
  readonly turn?: number;
  /** Of an assertion that compares two values. */
  readonly actual?: JsonValue;
  readonly expected?: JsonValue;
  /** Of a step that could not be done: what kept it from being. Absent: the script itself, or an early end. */
  readonly failure?: FailureKind;
}

/** Whether a step that could not be done ended the conversation: whatever the script still had to say was never said. */
export const isBrokenByScript = (it: {
  readonly script?: Pick<ScriptOutcome, "verdict">;
  readonly endReason?: { readonly by: string };
}): boolean => it.script?.verdict === "errored" && it.endReason?.by === "script";

export const scriptOutcomeSchema: Schema<ScriptOutcome> = lazySchema((z) =>
  strict<ScriptOutcome>(z, {
    verdict: z.enum(["passed", "failed", "errored"]),
    reason: z.string(),
    step: z.int().positive().optional(),
    turn: z.int().positive().optional(),
    actual: json(z).optional(),
    expected: json(z).optional(),
    failure: z.enum(failureKinds).optional(),
  }),
);
