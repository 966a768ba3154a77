import type { Act, Part } from "./acts.js";
import { checked, isPlan, saidBefore, statedToConfirm, theRest, wrongOf } from "./check-questions.js";
import { choice } from "./choice.js";
import { claimsIn, spelledOutIn, type Claim } from "./claims.js";
import type { Demand, Mind } from "./demands.js";
import { isUnwanted } from "./unwanted.js";

/** What a user answers who is to agree: no to what it did not want, and none before the facts are right. */
export function proposed(text: string, mind: Mind): readonly Demand[] {
  if (isUnwanted(text, mind.wanted)) return [{ kind: "unwanted", id: text }];
  const wrong = wrongOf(claimsIn(text, mind, true), text);
  if (wrong.length > 0) return wrong;
  const stated = statedToConfirm(text);
  if (stated !== null) {
    return checked(stated, mind) ?? [saidBefore(stated, mind) ? { kind: "said", id: text } : theRest(text)];
  }
  return choice(text, mind) ?? [{ kind: "confirm", id: text }];
}

/** What is done with the facts that these name, so that a wrong one does harm. */
const doing: ReadonlySet<Act> = new Set(["report", "offer", "hold", "handoff"]);

/**
 * The facts that a reply has wrong, beside its questions: those of what it did or offers, and of what it says that they
 * are. What it found counts where it goes on to ask for consent: "I found order A-1043. Shall I go ahead?"
 */
export function misstated(parts: readonly Part[], asks: readonly Demand[], mind: Mind): readonly Demand[] {
  const consents = asks.some(({ kind }) => kind === "confirm");
  const rightInQuestions = new Set(
    parts.filter(({ act }) => act === "confirm" || act === "request").flatMap(({ text }) => rightOnes(text, mind)),
  );
  return parts.flatMap(({ act, text }) => {
    const does = doing.has(act) || (act === "statement" && (consents || isPlan(text)));
    const claims = does ? claimsIn(text, mind, true) : [];
    const spelled = act === "statement" ? spelledOutIn(text, mind) : [];
    const all = [...new Map([...spelled, ...claims].map((claim) => [claim.slot, claim])).values()];
    return wrongOf(all, text).filter((demand) => !("slot" in demand && rightInQuestions.has(demand.slot)));
  });
}

const rightOnes = (text: string, mind: Mind): readonly Claim["slot"][] =>
  claimsIn(text, mind, true).flatMap(({ is, slot }) => (is === "right" ? [slot] : []));
