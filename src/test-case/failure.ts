import { lazySchema, strict, type Schema } from "./schema.js";

/**
 * Who can break a conversation off: the two that talk, the stopping controller, what the test surrounds the agent with (its
 * environment and the interception of its tools; `harness` in older versions), the caller by its signal, Rehearsal itself.
 */
export const failedParties = ["agent", "user", "controller", "environment", "caller", "harness"] as const;

/**
 * How: its code threw, it answered what is no reply, it was too late, a model or service that it asked refused or could
 * not be reached (401, 403, 429, 5xx, network), a key, package, recording or the wrapping of a tool was missing, or it gave up
 * on purpose.
 */
export const failureKinds = ["threw", "no_reply", "timeout", "provider", "setup", "aborted"] as const;
export type FailureKind = (typeof failureKinds)[number];

/** What broke a conversation off, for programs; `error` says it in words. */
export interface Failure {
  readonly party: (typeof failedParties)[number];
  readonly kind: FailureKind;
}

export const failureSchema: Schema<Failure> = lazySchema((z) =>
  strict<Failure>(z, { party: z.enum(failedParties), kind: z.enum(failureKinds) }),
);
