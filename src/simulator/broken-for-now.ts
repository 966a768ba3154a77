import type { Failure } from "../test-case/failure.js";

/**
 * Whether a conversation broke off by what may be mended: a model or service that was out of reach may be back, and what
 * was not set up there. That is no result, and it can go on.
 */
export const isBrokenForNow = ({ failure }: { readonly failure?: Failure | undefined }): boolean =>
  failure?.kind === "provider" ||
  (failure?.kind === "setup" && failure.party !== "harness" && failure.party !== "environment");
