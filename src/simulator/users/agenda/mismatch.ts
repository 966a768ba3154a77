import { refuses } from "./acts.js";
import { missedIn } from "./answers.js";
import type { Demand } from "./demands.js";
import { factsIn } from "./facts-in.js";
import type { Planned } from "./plan.js";
import { notAcceptedReason } from "./reasons.js";
import { answering, end, givenUp, type Situation } from "./situation.js";
import { generic, type Slot } from "./slot-names.js";
import { count } from "./state.js";

/** How often the agent may say that a fact does not match: it is repeated once, then the user has no other. */
const MOST_MISSES = 2;

type FactDemand = Demand & { readonly kind: "fact" };

/** "That email does not match." Null: the reply rejects nothing that the user knows. */
export function aboutMismatch(situation: Situation): Planned | null {
  const { demands, has, parts, reached, reply, state } = situation;
  if (reached || !has("mismatch")) return null;
  const rejected = rejectedFacts(situation);
  if (rejected.length === 0) return null;
  const missed = missedIn(
    rejected.map(({ slot }) => slot.name),
    state,
  );
  const next = parts.some(refuses) ? { ...missed, refusals: missed.refusals + 1 } : missed;
  const over = givenUp(situation, next);
  if (over !== null) return over;
  const final = rejected.find(({ slot }) => count(next.missed, slot.name) > MOST_MISSES);
  if (final !== undefined) return end(next, notAcceptedReason(final.label ?? final.slot.words, reply.text));
  const others = demands.filter(
    (other) => !rejected.some(({ slot }) => "slot" in other && other.slot === slot) && !isGeneric(other),
  );
  return answering(situation, [...rejected, ...others], next);
}

/** The facts that do not match: those that the agent names, else asks for again, else heard last. */
function rejectedFacts({ parts, demands, agenda, state }: Situation): readonly FactDemand[] {
  const named = parts.filter(({ act }) => act === "mismatch").flatMap(({ text }) => factsIn(text, agenda.names));
  const asked = demands.filter((demand) => demand.kind === "fact");
  if (named.length > 0) {
    return named.map(({ slot, label }) => asked.find((demand) => demand.slot === slot) ?? { ...asFact(slot), label });
  }
  if (asked.length > 0) return asked.filter(({ slot }) => state.said.has(slot.name));
  return agenda.names.given.filter(({ name }) => state.lastTold.includes(name)).map(asFact);
}

/** "Could you check the number?" asks for what does not match. */
const isGeneric = (demand: Demand): boolean =>
  demand.kind === "unknown" && demand.label !== null && demand.label.split(" ").every((word) => generic.has(word));

/** A fact to be told although nobody named it. */
export const asFact = (slot: Slot): FactDemand => ({ kind: "fact", slot, label: null, own: true, yesNo: false });
