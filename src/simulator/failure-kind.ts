import { RehearsalError, type RehearsalErrorCode } from "../errors.js";
import type { FailureKind } from "../test-case/failure.js";
import { shared } from "../test-case/shared.js";

/** As far as a chain of causes is followed; it may be a ring. */
const DEPTH = 6;

const byCode: Partial<Record<RehearsalErrorCode, FailureKind>> = {
  model_failed: "provider",
  timeout: "provider",
  missing_setting: "setup",
  missing_package: "setup",
  not_recorded: "setup",
  invalid_file: "setup",
  aborted: "aborted",
};

/** What node and undici call a service that can't be reached, or breaks off. */
const network =
  /^(E(CONNREFUSED|CONNRESET|CONNABORTED|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE|HOSTUNREACH|NETUNREACH|NETDOWN|HOSTDOWN)|UND_ERR_\w+|ERR_SOCKET_CONNECTION_TIMEOUT)$/;

/** The classes of SDKs whose errors have no status: there was no answer. `TimeoutError` is that of `AbortSignal.timeout`. */
const classes = /^(APIConnection(Timeout)?Error|APITimeoutError|RateLimitError|InternalServerError|TimeoutError)$/;

/** What models threw that were asked: whatever it is, it is no fault of who asked. */
const ofModels = shared("thrown-by-models", () => new WeakSet<object>());

/** Notes that a model threw this. */
export function fromModel(thrown: unknown): void {
  if (typeof thrown === "object" && thrown !== null) ofModels().add(thrown);
}

/** Errors of those who were answered, with nothing that can be used. */
const ofNoUse = shared("useless-answers", () => new WeakSet<object>());

/** The error where a model answered, and what it answered can't be used: that is its own fault, and no service's. */
export function uselessAnswer(message: string): RehearsalError {
  const error = new RehearsalError("model_failed", message);
  ofNoUse().add(error);
  return error;
}

/** What was spent on an answer is known only where there was one. */
const isOfNoUse = (error: RehearsalError): boolean =>
  ofNoUse().has(error) || (error.code === "model_failed" && error.usage !== undefined);

/**
 * Whether a service that was asked is to blame for what was thrown, or what was not set up, as far as the error and its
 * causes tell; else `threw`. Never throws itself.
 */
export function failureKindOf(thrown: unknown): FailureKind {
  try {
    return kindWithin(thrown, DEPTH) ?? (isOfModel(thrown, DEPTH) ? "provider" : "threw");
  } catch {
    // A proxy that does not want to be looked at.
    return "threw";
  }
}

function kindWithin(thrown: unknown, depth: number): FailureKind | undefined {
  if (typeof thrown !== "object" || thrown === null || depth === 0) return undefined;
  if (thrown instanceof RehearsalError) {
    const kind = isOfNoUse(thrown) ? "no_reply" : byCode[thrown.code];
    if (kind !== undefined) return kind;
  }
  if (isProviders(thrown)) return "provider";
  const { cause, errors, lastError } = thrown as { cause?: unknown; errors?: unknown; lastError?: unknown };
  const inner = [cause, lastError, ...(Array.isArray(errors) ? (errors.slice(-1) as unknown[]) : [])];
  for (const each of inner) {
    const found = kindWithin(each, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isOfModel = (thrown: unknown, depth: number): boolean =>
  typeof thrown === "object" &&
  thrown !== null &&
  depth > 0 &&
  (ofModels().has(thrown) || isOfModel((thrown as { cause?: unknown }).cause, depth - 1));

function isProviders(error: object): boolean {
  const { status, statusCode, response, code, name } = error as Record<string, unknown>;
  const answered = typeof response === "object" && response !== null ? (response as { status?: unknown }).status : null;
  if ([status, statusCode, answered].some(isRefusal)) return true;
  if (typeof code === "string" && network.test(code)) return true;
  return [name, error.constructor.name].some((it) => typeof it === "string" && classes.test(it));
}

/** That the request itself was wrong (400, 404, 422) is the fault of whoever made it. */
const isRefusal = (status: unknown): boolean =>
  typeof status === "number" && ([401, 403, 407, 408, 425, 429].includes(status) || (status >= 500 && status < 600));
