import { blamedParties } from "../evaluation/blame.js";
import { SENTENCE } from "../evaluation/detail-lines.js";
import { gateText } from "../evaluation/gate.js";
import { notHeldText } from "../evaluation/gate-message.js";
import type { GateOutcome } from "../evaluation/gate-outcome.js";
import { excerpt } from "../evaluation/neutralise.js";
import type { CaseResult, RunRecord } from "../evaluation/run-record.js";
import { percent } from "../evaluation/share-text.js";
import { isCounted } from "../evaluation/status.js";
import { whose } from "../evaluation/whose.js";
import { wrap } from "./text-width.js";
import { counted } from "../test-case/counted.js";

/** What the run as a whole is judged by, besides its cases: whose faults they were, the gate, the infrastructure. */
export function outcomeLines(run: RunRecord, width: number): string[] {
  const labelled = (label: string, text: string): string[] =>
    wrap(text, width - 8).map((line, at) => `${(at === 0 ? label : "").padEnd(8)}${line}`.trimEnd());
  const { gate, results } = run;
  const faults = faultsOf(results);
  const infrastructure = infrastructureText(run);
  const held = gate === undefined ? undefined : results.filter((result) => !isCounted(result)).length;
  return [
    ...(faults === "" ? [] : labelled("blame", faults)),
    ...(infrastructure === undefined ? [] : labelled("note", infrastructure)),
    ...(gate === undefined
      ? []
      : labelled("gate", `${gateText(gate.gate)} ${gate.verdict}: ${excerpt(gate.reason, SENTENCE)}${notHeld(gate)}`)),
    ...(held === undefined || held === 0 || gate?.verdict !== "passed"
      ? []
      : labelled("", `but ${counted(held, "case")} could not be judged, which no gate excuses`)),
  ];
}

const notHeld = ({ notHeld: count = 0 }: GateOutcome): string => (count === 0 ? "" : `; ${notHeldText(count)}`);

/** `3 agent, 1 simulated user`. Empty: nobody is to blame, or it is known of none. */
function faultsOf(results: readonly CaseResult[]): string {
  const counts = blamedParties.map((party) => ({
    party,
    faults: results.filter(({ blame }) => blame?.party === party).length,
  }));
  return counts
    .filter(({ faults }) => faults > 0)
    .map(({ party, faults }) => `${String(faults)} ${whose(party)}`)
    .join(", ");
}

function infrastructureText({ rates }: RunRecord): string | undefined {
  if (rates === undefined || rates.infrastructure.errors === 0) return undefined;
  const { errors, share, maxShare, tooMany } = rates.infrastructure;
  const broke = `infrastructure broke off ${counted(errors, "conversation")} (${percent(share ?? 0)})`;
  return tooMany
    ? `${broke}, more than ${percent(maxShare)} (maxInfrastructureShare): the run is invalid`
    : `${broke}, left out of all rates`;
}
