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
  /** A replay was asked for something that its cassette does not hold, or a scripted model for one reply more than it has. */
  | "not_recorded"
  /** Nothing could be asserted, which is never a pass. */
  | "nothing_asserted"
  /** A metric could not be measured, so it can't be told whether a test case passes. */
  | "not_measured";

/** One thing that is wrong, and where: `path` as in `turns[2].toolsCalled[0].name`. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

const brand = Symbol.for("rehearsal.error");

/** The one error class of the package. The message says what happened, where, and what to do. */
export class RehearsalError extends Error {
  /** True also of the errors of another copy of this package: loaders that make CommonJS of tests load it twice. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== RehearsalError) return super[Symbol.hasInstance](value);
    return typeof value === "object" && value !== null && brand in value;
  }

  override readonly name = "RehearsalError";
  readonly code: RehearsalErrorCode;
  /** Every problem found, where there can be several. Empty otherwise. */
  readonly issues: readonly Issue[];
  /** Tokens that a model spent on an answer of no use. Absent where no answer came; null: the provider did not say. */
  declare readonly usage?: { readonly inputTokens: number | null; readonly outputTokens: number | null };

  constructor(
    code: RehearsalErrorCode,
    message: string,
    options: { cause?: unknown; issues?: readonly Issue[]; usage?: RehearsalError["usage"] } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.issues = options.issues ?? [];
    if (options.usage !== undefined) this.usage = options.usage;
    Object.defineProperty(this, brand, { value: true });
  }
}

/** The message of anything that was thrown, without ever throwing itself. */
export function messageOf(thrown: unknown): string {
  try {
    // A subclass may have put anything there.
    if (thrown instanceof Error) return String(thrown.message === "" ? thrown.name : thrown.message);
    return typeof thrown === "string" ? thrown : (JSON.stringify(thrown) ?? String(thrown));
  } catch {
    return "an error that cannot be printed";
  }
}
