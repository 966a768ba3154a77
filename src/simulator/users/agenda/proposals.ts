import type { Act, Part } from "./acts.js";
import { checked, isPlan, saidBefore, statedToConfirm, theRest, wrongOf } from "./check-questions.js";
import { onlyOf } from "./besides.js";
import { decidedByFact, goesAgainst } from "./by-fact.js";
import { choice, isChoice } from "./choice.js";
import type { Claim } from "./claim.js";
import { claimsIn, spelledOutIn } from "./claims.js";
import type { Demand, Mind } from "./demands.js";
import { callsOff, fitOf, namesDeed, servesWish } from "./judge-deed.js";

/**
 * What a user answers who is to agree: no to what it did not want, and none before the facts are right; where nobody can
 * tell whether it is what it wants, it says again what that is. `before`: what the agent announced ahead of its question.
 */
export function proposed(text: string, mind: Mind, before: readonly Part[] = []): readonly Demand[] {
  const wish: Demand = { kind: "wish", id: text };
  const handsOver = [...before.map((part) => part.text), text].some((said) => people.test(said));
  const clauses = [...announced(before, namesDeed(text)), text];
  const calledOff = !namesDeed(text) && before.some((part) => callsOff(part.text, mind.wanted));
  const fit =
    calledOff || clauses.some((clause) => goesAgainst(clause, mind))
      ? "foreign"
      : fitOf(clauses, mind.wanted, handsOver ? "transfer" : null);
  const decided = decidedByFact(text, mind);
  if (decided !== null) return decided;
  // "No" would agree to a "Do you mind …?", and to a "Don't you want …?"
  const turned = minds.test(text);
  if (fit === "foreign" && !turned) {
    const either = / or /.test(text) && servesWish(text, mind.wanted);
    return [either || asksOfUnwilling.test(text) ? wish : { kind: "unwanted", id: text }];
  }
  const wrong = wrongOf(claimsIn(text, mind, true), text);
  if (turned) return [fit === "fits" && wrong.length === 0 ? { kind: "confirm", id: text, turned } : wish];
  if (wrong.length > 0) return wrong;
  const stated = statedToConfirm(text);
  if (stated !== null) {
    return checked(stated, mind) ?? [saidBefore(stated, mind) ? { kind: "said", id: text } : theRest(text)];
  }
  const only = clauses.map((clause) => onlyOf(clause, mind)).find((thing) => thing !== null);
  if (only !== undefined) return [{ kind: "unwanted", id: text, only }];
  const chosen = choice(text, mind);
  if (chosen !== null) return chosen;
  if (fit === "unsure" || (isChoice(text) && namesDeed(text))) return [wish];
  return [isChoice(text) ? theRest(text) : { kind: "confirm", id: text, turned }];
}

/** Whoever is transferred to them is no money. */
const people = /\b(?:human|agent|representative|specialist|supervisor|manager|colleague|operator|department)\b/;
const minds = /\b(?:would|do|will) you (?:\S+ )?(?:mind|object)\b|\bany objections?\b/;
const asksOfUnwilling = /\byou (?:(?:do|did|really|still|would) )*not (?:really |still )?(?:want|like|wish|need)\b/;

const announcing: ReadonlySet<Act> = new Set(["statement", "offer", "hold", "handoff"]);
const onlyPossible = /\b(?:i|we) (?:can|could|may|might|am able to|are able to)\b/;
const mustDo = /\b(?:i|we) (?:have|need) to\b/;
/** "- Close your account", but not "- Return flight: HAT278". */
const listedDeed = /^(?:\p{L}+ly )?\p{L}+ (?:your|the|it|an?|order|this|you|both|all)\b(?!.*: )/u;

/** What stands before a question and is agreed to with it: "I'll close your account. OK?" */
function announced(before: readonly Part[], asksByName: boolean): readonly string[] {
  return before
    .filter(
      ({ act, text, header }) =>
        (announcing.has(act) || (act === "request" && mustDo.test(text) && namesDeed(text))) &&
        !/\b(?:not|unfortunately)\b/.test(text) &&
        // What is only possible is a choice, where the question names its own.
        !(asksByName && onlyPossible.test(text)) &&
        (isPlan(text) || mustDo.test(text) || act === "offer" || (header !== null && listedDeed.test(text))),
    )
    .map(({ text }) => text);
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
