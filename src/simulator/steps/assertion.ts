import { messageOf } from "../../errors.js";
import type { JsonValue } from "../../test-case/json.js";
import type { ScriptOutcome } from "../../test-case/script-outcome.js";
import { failureKindOf } from "../failure-kind.js";
import { placeOf } from "../place-of.js";
import { describeThrown } from "../thrown.js";

type Verdict = Omit<ScriptOutcome, "step" | "turn">;

/** These are slips in the check itself, which say nothing about the agent. */
const slips = new Set(["TypeError", "ReferenceError", "RangeError", "SyntaxError", "RehearsalError"]);

const couldNot = {
  provider: "a service that it asked refused or could not be reached",
  setup: "something that it needs is not set up",
  aborted: "it was given up",
  timeout: "it was too late",
  no_reply: "it was given no answer",
} as const;

/** What an assertion that threw says. Where the world was at fault and not the agent, it could not be told. */
export function verdictOf(thrown: unknown): Verdict {
  const place = placeOf(thrown);
  const where = place === undefined ? "" : ` (${place})`;
  const name = thrown instanceof Error ? thrown.name : "";
  const kind = name === "AssertionError" ? "threw" : failureKindOf(thrown);
  if (kind !== "threw")
    return { verdict: "errored", failure: kind, reason: `${couldNot[kind]}: ${describeThrown(thrown)}${where}` };
  if (slips.has(name))
    return { verdict: "errored", reason: `the check itself went wrong: ${describeThrown(thrown)}${where}` };
  return { verdict: "failed", reason: `${messageOf(thrown)}${where}`, ...sides(thrown) };
}

function sides(thrown: unknown): Pick<Verdict, "actual" | "expected"> {
  if (typeof thrown !== "object" || thrown === null || !("actual" in thrown && "expected" in thrown)) return {};
  const [actual, expected] = [plain(thrown.actual), plain(thrown.expected)];
  return actual === undefined || expected === undefined ? {} : { actual, expected };
}

const LONGEST = 2000;

/** Whole conversations are no projection for a diff. */
function plain(value: unknown): JsonValue | undefined {
  try {
    const json = JSON.stringify(value) as string | undefined;
    return json === undefined || json.length > LONGEST ? undefined : (JSON.parse(json) as JsonValue);
  } catch {
    return undefined;
  }
}
