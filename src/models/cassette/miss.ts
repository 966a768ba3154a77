import { RehearsalError } from "../../errors.js";
import type { JsonValue } from "../../test-case/json.js";
import { excerpt } from "../fields.js";
import type { Entry } from "./cassette-file.js";
import { commonStart, differences, type RequestDifference } from "./difference.js";
import type { RequestKey } from "./request-key.js";

export interface Missed {
  readonly path: string;
  /** The file is there. */
  readonly exists: boolean;
  readonly scope?: string | undefined;
  readonly target: string;
  readonly key: RequestKey;
  /** Which of the equal requests of this run it is, from 1. */
  readonly ordinal: number;
  /** Of the whole file, in its order. */
  readonly entries: readonly Entry[];
}

const AGAIN = 'record again (mode "record", or REHEARSAL_CASSETTE=record), or only what failed or is new (mode "auto")';
const MAX_DIFFERENCES = 6;

/** Why a request can't be replayed: the nearest recording, how it differs, and what to do. */
export function notRecorded(missed: Missed): RehearsalError {
  return new RehearsalError("not_recorded", `Cassette ${missed.path} ${explain(missed)}`);
}

/** What is to be known of a failure that was replayed: nobody was asked. */
export const recordedFailure = (path: string, recording: number): string =>
  `That failure is recorded, and nobody was asked again: recording ${String(recording)} of ${path}. To be rid of it, record again (mode "record", or REHEARSAL_CASSETTE=record), or only what failed or is new (mode "auto").`;

function explain({ exists, scope, target, key, ordinal, entries }: Missed): string {
  const part = scope === undefined ? "" : ` in "${scope}"`;
  const request = `request of ${target}${part}`;
  if (!exists) return `does not exist, so no ${request} can be replayed. To make it, ${AGAIN}.`;
  if (ordinal > 1 && entries.some((entry) => entry.key.key === key.key)) {
    const recorded = entries.filter((entry) => entry.key.key === key.key).length;
    return (
      `holds this ${request} ${times(recorded)} (${places(entries, (each) => each.key.key === key.key)}), and this is ` +
      `number ${String(ordinal)}: the run asks more often than the recorded one did. If that is meant, ${AGAIN}.`
    );
  }
  const near = nearest(target, scope, key, entries);
  if (near === undefined) {
    const targets = [...new Set(entries.filter(inScope(scope)).map(({ recording }) => recording.target))];
    const held = targets.length === 0 ? "nothing" : `only of ${targets.join(", ")}`;
    return `holds no ${request}: what it holds${part} is ${held}. If the request is meant, ${AGAIN}.`;
  }
  const ofAgent = isOfAgent(key, near.found)
    ? " What differs is what the agent said: it answered otherwise than when this was recorded, and the model of the user is asked something new."
    : "";
  const shown = near.found.slice(0, MAX_DIFFERENCES).map(line);
  if (near.found.length > MAX_DIFFERENCES) shown.push(`  and ${String(near.found.length - MAX_DIFFERENCES)} more`);
  return (
    `holds no such ${request}.${ofAgent} The nearest is recording ${String(entries.indexOf(near.entry) + 1)}, which differs:\n` +
    `${shown.join("\n")}\nIf the change is meant, ${AGAIN}. If it differs from run to run, name it in the option volatile.`
  );
}

/** How the request of a simulated user's model names its answer. */
const OF_USER = "user_turn";

/** Whether all that differs in the request of a user's model is what was said to the user. */
function isOfAgent({ settled }: RequestKey, found: readonly RequestDifference[]): boolean {
  const { schema, messages } = settled as {
    readonly schema?: { readonly name?: unknown };
    readonly messages?: unknown;
  };
  const saidToUser = (at: number): boolean =>
    (messages as { readonly role?: unknown }[] | undefined)?.[at]?.role === "user";
  return (
    schema?.name === OF_USER &&
    found.length > 0 &&
    found.every(({ path }) => {
      const [, at] = /^messages\[(\d+)\]\.content$/.exec(path) ?? [];
      return at !== undefined && saidToUser(Number(at));
    })
  );
}

const times = (count: number): string => (count === 1 ? "once" : `${String(count)} times`);

const places = (entries: readonly Entry[], which: (entry: Entry) => boolean): string => {
  const found = entries.flatMap((entry, index) => (which(entry) ? [String(index + 1)] : []));
  return `${found.length === 1 ? "recording" : "recordings"} ${found.join(", ")}`;
};

const inScope =
  (scope: string | undefined) =>
  ({ recording }: Entry): boolean =>
    recording.scope === scope;

function nearest(target: string, scope: string | undefined, { settled }: RequestKey, entries: readonly Entry[]) {
  const weigh = (found: readonly RequestDifference[]) => found.reduce((sum, { weight }) => sum + weight, 0);
  const candidates = entries
    .filter((entry) => entry.recording.target === target && inScope(scope)(entry))
    .map((entry) => ({ entry, found: differences(entry.key.settled, settled) }));
  return candidates.sort((a, b) => weigh(a.found) - weigh(b.found))[0];
}

function line({ path, recorded, now }: RequestDifference): string {
  const where = path === "" ? "the request" : path;
  if (typeof recorded === "string" && typeof now === "string") {
    // Long texts differ far from where they begin.
    const near = Math.max(0, commonStart(recorded, now) - 40);
    const skip = near === 0 ? 0 : now.indexOf(" ", near) + 1 || near;
    return `  ${where}: recorded ${quoted(recorded, skip)}, now ${quoted(now, skip)}`;
  }
  return `  ${where}: ${shown("recorded", recorded)}, ${shown("now", now)}`;
}

function quoted(text: string, skip: number): string {
  return `"${skip > 0 ? "…" : ""}${excerpt(text.slice(skip), 100)}"`;
}

const shown = (when: string, value: JsonValue | undefined): string =>
  value === undefined ? `${when} absent` : `${when} ${excerpt(JSON.stringify(value), 100)}`;
