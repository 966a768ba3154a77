import { inspect } from "node:util";
import { RehearsalError } from "../errors.js";
import { seconds } from "./deadline.js";
import type { Failure } from "./failure.js";
import { excerpt } from "./fields.js";

/** Who calls a provider: what messages must say, and what they must never say. */
export interface Caller {
  /** The model, as its user names it. */
  readonly who: string;
  /** Never shown, even where a provider sends them back. None is empty. */
  readonly secrets: readonly string[];
  /** Where the user sets the key, the address and the model. */
  readonly fixes: { readonly key: string; readonly address: string; readonly model: string };
}

/** A piece of a text for a message. Secrets go before it is cut, or else half of one could stay. */
export const shown = ({ secrets }: Caller, text: string): string => excerpt(scrub(text, secrets));

/** A `model_failed` of this caller, without its secrets. `usage`: what was spent on an answer of no use. */
export function modelFailed(
  caller: Caller,
  message: string,
  { thrown, usage }: { thrown?: unknown; usage?: RehearsalError["usage"] } = {},
): RehearsalError {
  const cause = thrown !== undefined && !holdsSecret(thrown, caller.secrets) ? thrown : undefined;
  return new RehearsalError("model_failed", scrub(`${caller.who} ${message}`, caller.secrets), { cause, usage });
}

/** What failed, after how many attempts, and what to do. `tooLongMs`: a wait that the deadline does not allow. */
export function describeFailure(caller: Caller, failure: Failure, attempts: number, tooLongMs: number | null): string {
  const said = sentence(failure.said === "" ? "no message" : shown(caller, failure.said));
  const tried = attempts > 1 ? ` (${String(attempts)} attempts)` : "";
  const wait =
    tooLongMs === null
      ? ""
      : ` Its Retry-After header asks to wait ${seconds(tooLongMs)}, which is longer than timeoutMs allows.`;
  switch (failure.kind) {
    case "http":
      return `answered HTTP ${String(failure.status)}${tried}: ${said}${wait} ${httpHint(caller, failure)}`;
    case "connection":
      return connectionTrouble(caller, failure, `${tried}: ${said}`);
    case "unreadable":
      return `answered something that is no JSON: ${said} Check ${caller.fixes.address}.`;
    case "other":
      return `failed: ${said}`;
  }
}

function httpHint({ fixes }: Caller, { status, quota }: Failure): string {
  if (quota) return "The quota of the account is used up: see its plan and billing.";
  if (status === 401 || status === 403) return `Check the key: ${fixes.key}.`;
  if (status === 404) return `Check the name of the model (${fixes.model}) and the address (${fixes.address}).`;
  if (status === 429) return "Run fewer conversations at once, or raise maxRetries or timeoutMs.";
  if (status !== null && status >= 500) return "The provider is in trouble: try again later, or raise maxRetries.";
  return "The provider does not accept this request.";
}

function connectionTrouble({ fixes }: Caller, { said }: Failure, detail: string): string {
  if (said === "ECONNREFUSED")
    return `could not be reached${detail} Nothing listens there: start the server, or check ${fixes.address}.`;
  if (said === "ENOTFOUND" || said === "EAI_AGAIN")
    return `could not be reached${detail} The host is not known: check ${fixes.address} and the network.`;
  return `gave no answer, since the connection failed${detail} Check the network and ${fixes.address}.`;
}

const sentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

function scrub(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
}

/** Runners print causes, headers and bodies included. */
function holdsSecret(thrown: unknown, secrets: readonly string[]): boolean {
  const printed = inspect(thrown, { depth: 10, maxStringLength: null, maxArrayLength: null });
  return secrets.some((secret) => printed.includes(secret));
}
