import type { Agenda } from "./agenda.js";
import type { Outcome, State } from "./state.js";

const LONGEST_QUOTE = 160;

/** A reply as reasons quote it. */
export function quoted(reply: string): string {
  const line = reply.replace(/\s+/g, " ").trim();
  if (line === "") return "an empty reply";
  return line.length <= LONGEST_QUOTE ? `“${line}”` : `“${line.slice(0, LONGEST_QUOTE).trimEnd()}…”`;
}

const why: { readonly [how in Exclude<Outcome["how"], "reached">]: (reply: string) => string } = {
  refused: (reply) => `the agent refused twice, the last time with ${quoted(reply)}`,
  declined: () => "the user declined what the agent proposed",
  against: (reply) => `the agent reported success although the user had declined: ${quoted(reply)}`,
};

/** Why the conversation ends when every goal is settled. */
export function allSettledReason({ outcomes }: State): string {
  const missed = outcomes.flatMap(({ how, reply }, at) => (how === "reached" ? [] : [{ why: why[how](reply), at }]));
  const [first] = missed;
  if (outcomes.length === 1) return first?.why ?? "the goal was reached";
  if (first === undefined && outcomes.length === 2) return "both goals were reached";
  if (first === undefined) return `all ${String(outcomes.length)} goals were reached`;
  const which = missed.map((miss) => `goal ${String(miss.at + 1)}: ${miss.why}`).join("; ");
  const reached = outcomes.length - missed.length;
  return `${String(reached)} of ${String(outcomes.length)} goals ${reached === 1 ? "was" : "were"} reached; ${which}`;
}

/** Why it ends with goals left. */
export const goodbyeReason = (agenda: Agenda, state: State, reply: string): string =>
  `the agent said goodbye before ${left(agenda, state)}: ${quoted(reply)}`;
export const handoffReason = (reply: string): string => `the agent handed the conversation over: ${quoted(reply)}`;
export const notAcceptedReason = (name: string, reply: string): string =>
  `the agent did not accept the ${name}, told twice: ${quoted(reply)}`;

export function noProgressReason(agenda: Agenda, state: State, reply: string): string {
  const turns = `no progress in ${String(state.stuck)} ${state.stuck === 1 ? "turn" : "turns"}`;
  return `${turns}: the last reply was ${quoted(reply)}${waiting(agenda, state)}`;
}

function left({ goals }: Agenda, { outcomes }: State): string {
  if (goals.length === 1) return "the goal was reached";
  return `goal ${String(outcomes.length + 1)} of ${String(goals.length)} was reached`;
}

/** What a done test still waits for: the usual answer to "but it did say that it was done". */
function waiting({ goals }: Agenda, { outcomes, says, calls, callsKnown }: State): string {
  const done = goals[outcomes.length]?.done;
  if (done === undefined || done === null) return "";
  const open = [
    ...(done.says === undefined || says ? [] : [`a reply that matches /${done.says}/i`]),
    ...(done.calls === undefined || calls
      ? []
      : [`a call of ${done.calls}${callsKnown ? "" : " (no calls of the agent were recorded)"}`]),
  ];
  return open.length === 0 ? "" : `; the goal's done test waits for ${open.join(" and ")}`;
}
