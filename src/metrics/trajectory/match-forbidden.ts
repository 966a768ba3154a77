import type { CallTable } from "./call-table.js";
import { inWords } from "./describe-match.js";
import { callPair, placeOf } from "./near-miss.js";
import type { CallPair, ToolMatchResult } from "./tool-match-result.js";

/** The mode `forbid`: no call, attempts included, may match any of the expected ones. */
export function matchForbidden(table: CallTable): ToolMatchResult {
  const { actual } = table;
  const found = actual.flatMap((_, a) => {
    const e = table.expected.findIndex((__, index) => table.isMatch(index, a));
    return e === -1 ? [] : [{ pair: callPair(table, e, a), a }];
  });
  const undecided = found.length > 0 ? [] : table.undecided().map(([e, a]) => callPair(table, e, a));
  const decisive = found[0]?.pair ?? undecided[0];
  const verdict = found.length > 0 ? "failed" : undecided.length > 0 ? "errored" : "passed";
  const score = { passed: 1, failed: 0, errored: null }[verdict];
  const reason = sentence(
    found.map(({ pair }) => pair),
    undecided,
  );
  const details = found.slice(1).map(({ pair }) => `also ${pair.actual.name} (${where(pair)})`);
  return {
    mode: "forbid",
    verdict,
    score,
    precision: null,
    recall: null,
    pairs: found.map(({ pair }) => pair),
    nearMisses: [],
    undecided,
    missing: [],
    unexpected: found.map(({ pair }) => pair.actual),
    ...(decisive === undefined
      ? {}
      : { ...(decisive.turn === null ? {} : { turn: decisive.turn }), call: decisive.call }),
    reason,
    details,
    message: [reason, ...details].join("\n"),
  };
}

const where = ({ turn, call }: CallPair): string => placeOf({ turn, position: call });

function sentence(found: readonly CallPair[], undecided: readonly CallPair[]): string {
  const [first] = found;
  if (first !== undefined) {
    const did = first.actual.executed === false ? "requested" : "called";
    return `${first.actual.name} was ${did} (${where(first)}), which is forbidden`;
  }
  const [doubt] = undecided;
  if (doubt === undefined) return "no forbidden call was attempted";
  const why = doubt.differences.map(inWords).join("; ");
  return `whether ${doubt.actual.name} (${where(doubt)}) is a forbidden call can't be told: ${why}`;
}
