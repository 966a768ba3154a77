import type { ToolMatchMode } from "../../test-case/asserted-fields.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import { describeValue } from "./arguments/describe-value.js";
import type { Difference } from "./arguments/difference.js";
import { FAILED } from "./compare-outcome.js";
import type { ExpectedCall } from "./expected-calls.js";
import { placeOf } from "./near-miss.js";
import type { ReadCall } from "./read-calls.js";
import type { CallPair } from "./tool-match-result.js";

/** More calls than these on a side are counted, not listed. */
const MOST_CALLS = 20;

const MODES: { readonly [mode in Exclude<ToolMatchMode, "forbid">]: string } = {
  exact: "just these calls, in this order",
  inOrder: "at least these calls, in this order",
  superset: "at least these calls, in any order",
  subset: "no calls but these",
  sameMultiset: "just these calls, in any order",
  none: "no call at all",
};

/** What a description is made of. */
export interface Matched {
  readonly mode: Exclude<ToolMatchMode, "forbid">;
  readonly expected: readonly ExpectedCall[];
  readonly pairs: readonly CallPair[];
  readonly nearMisses: readonly CallPair[];
  readonly undecided: readonly CallPair[];
  readonly unexpected: readonly ReadCall[];
  /** What is known of a missing call that has no near miss, by its place in the list. */
  readonly hints: ReadonlyMap<number, string>;
}

/** Expected calls beside what was made of them, then the calls that match none. */
export const describeMatch = (matched: Matched): string[] => [
  `${matched.mode}: ${MODES[matched.mode]}`,
  ...expectedLines(matched),
  ...unexpectedLines(matched),
];

function expectedLines({ expected, pairs, nearMisses, undecided, hints }: Matched): string[] {
  const byIndex = (some: readonly CallPair[]) => new Map(some.map((pair) => [pair.expectedIndex, pair]));
  const [matched, near, unsure] = [byIndex(pairs), byIndex(nearMisses), byIndex(undecided)];
  // Of many calls those that were made as expected are of no interest.
  const open = expected.filter(({ index }) => !matched.has(index));
  const shown = (expected.length <= MOST_CALLS ? expected : open).slice(0, MOST_CALLS);
  const width = Math.min(60, Math.max(0, ...shown.map(({ call }) => describeCall(call).length)));
  const lines = shown.flatMap(({ index, call, required }) => {
    const head = `expected ${String(index + 1)}  ${describeCall(call).padEnd(width)}  `;
    const [pair, doubt, miss, hint] = [matched.get(index), unsure.get(index), near.get(index), hints.get(index)];
    if (pair !== undefined) return [`${head}✓ ${whereOf(pair)}${failedNote(pair.actual)}`];
    if (doubt !== undefined) return [`${head}? ${whereOf(doubt)}`, ...differenceLines(doubt)];
    if (miss !== undefined) return [`${head}✗ nearest: ${whereOf(miss)}`, ...differenceLines(miss)];
    return [`${head}${required ? "✗ not made" : "- not made (optional)"}${hint === undefined ? "" : `: ${hint}`}`];
  });
  if (expected.length <= MOST_CALLS) return lines;
  return [
    ...lines,
    `… and ${String(expected.length - shown.length)} more expected calls, ${String(pairs.length)} of them made`,
  ];
}

function unexpectedLines({ mode, unexpected, nearMisses, undecided }: Matched): string[] {
  const head = mode === "superset" || mode === "inOrder" ? "besides" : "too many";
  const named = new Set([...nearMisses, ...undecided].map(({ actualIndex }) => actualIndex));
  const others = unexpected.filter(({ index }) => !named.has(index));
  const shown = others.slice(0, MOST_CALLS);
  const lines = shown.map((read) => {
    const { turn: _, ...call } = read.call;
    return `${head}  ${placeOf(read)}: ${describeCall(call)}${failedNote(read.call)}`;
  });
  const rest = others.length - shown.length;
  return rest === 0 ? lines : [...lines, `… and ${String(rest)} more`];
}

const whereOf = ({ turn, call }: CallPair): string => placeOf({ turn, position: call });

const failedNote = ({ error }: ToolCall): string => (error === undefined ? "" : `  (failed: ${error.slice(0, 80)})`);

const differenceLines = ({ similarity, differences }: CallPair): string[] =>
  similarity === 1
    ? ["    the same call, but out of order"]
    : differences.slice(0, MOST_CALLS).map((difference) => `    ${inWords(difference)}`);

/** `amount: expected 59.9, got 60`. */
export const inWords = ({ path, message }: Difference): string =>
  ["", "turn", "type", FAILED].includes(path) ? message : `${path}: ${message}`;

/** `refund_order {"order_id":"A-1042"}`, as far as arguments are given. */
export function describeCall({ name, inputParameters, turn }: ToolCall): string {
  const given: unknown = inputParameters;
  const args = typeof given === "string" ? given.slice(0, 100) : describeValue(inputParameters);
  return `${name}${given === undefined || given === null ? "" : ` ${args}`}${turn === undefined ? "" : ` (turn ${String(turn)})`}`;
}
