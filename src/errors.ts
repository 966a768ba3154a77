/** What kind of trouble a {@link RehearsalError} reports. */
export type RehearsalErrorCode =
  /** A value given to a public function does not have the documented shape. */
  | "invalid_input"
  /** A file of goldens or a run record could not be read; see `issues` for each row. */
  | "invalid_file"
  /** A key, model or option that the call needs is absent. */
  | "missing_setting"
  /** An optional peer dependency is not installed. */
  | "missing_package"
  /** A model refused, failed or answered something unusable. */
  | "model_failed"
  /** The agent under test threw, or answered something that is no reply. */
  | "agent_failed"
  /** A deadline passed. */
  | "timeout"
  /** The caller's AbortSignal fired. */
  | "aborted"
  /** Nothing could be asserted, which is never a pass. */
  | "nothing_asserted"
  /** A metric could not be measured, so it can't be told whether a test case passes. */
  | "not_measured";

/** One thing that is wrong, and where: `path` as in `turns[2].toolsCalled[0].name`. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** The one error class of the package. The message says what happened, where, and what to do. */
export class RehearsalError extends Error {
  override readonly name = "RehearsalError";
  readonly code: RehearsalErrorCode;
  /** Every problem found, where there can be several. Empty otherwise. */
  readonly issues: readonly Issue[];

  constructor(code: RehearsalErrorCode, message: string, options: { cause?: unknown; issues?: readonly Issue[] } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.issues = options.issues ?? [];
  }
}

/** The message of anything that was thrown, without ever throwing itself. */
export function messageOf(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return thrown.message === "" ? thrown.name : thrown.message;
    return typeof thrown === "string" ? thrown : (JSON.stringify(thrown) ?? String(thrown));
  } catch {
    return "an error that cannot be printed";
  }
}
