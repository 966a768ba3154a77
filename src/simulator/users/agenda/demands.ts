import type { Part } from "./acts.js";
import type { Agenda } from "./agenda.js";
import {
  checked,
  denies,
  formerOf,
  isAboutTheFormer,
  isCheck,
  isPlan,
  isTagged,
  saidBefore,
  theRest,
  untagged,
} from "./check-questions.js";
import { claimsIn, type Knowledge } from "./claims.js";
import { answeredByYes, askedFor, indirect } from "./asked-for.js";
import { choice } from "./choice.js";
import { namesDeed } from "./judge-deed.js";
import { hitsIn } from "./known-names.js";
import { bareNamesFrom, listedNames } from "./listed-names.js";
import { misstated, proposed } from "./proposals.js";
import type { Slot, SlotNames } from "./slot-names.js";
import { tokensOf } from "./tokens.js";

export interface Named {
  /** What it is called in the reply, from the user's side. Null: nothing that can be repeated. */
  readonly label: string | null;
  /** "my" rather than "the". */
  readonly own: boolean;
}

/** Something in a reply that waits for the user's answer. */
export type Demand =
  /** A fact is asked for. `yesNo`: in a question that yes or no answers. */
  | ({ readonly kind: "fact"; readonly slot: Slot; readonly yesNo: boolean } & Named)
  /** Something is asked for that the user does not know. */
  | ({ readonly kind: "unknown"; readonly id: string } & Named)
  /** "Is your order number A-1042?": the fact as the user knows it, or another one. */
  | ({ readonly kind: "check"; readonly slot: Slot; readonly right: boolean; readonly id: string } & Named)
  /** It states nothing but what the user has said itself. */
  | { readonly kind: "said"; readonly id: string }
  /** `turned`: yes would decline: "Do you mind if I go ahead?" */
  | { readonly kind: "confirm"; readonly id: string; readonly turned: boolean }
  /** The user is to agree to what is none of what it wants. `only`: to more than the one thing that it wants. */
  | { readonly kind: "unwanted"; readonly id: string; readonly only?: string }
  /** What the user wants answers it: the reason, or which of several things. */
  | { readonly kind: "wish"; readonly id: string };

/** All by which a user judges what it is asked. */
export type Mind = Pick<Agenda, "names" | "wish" | "known" | "wanted"> & Pick<Knowledge, "proper">;

/** What a reply asks for, in its order, each once. */
export function demandsOf(parts: readonly Part[], mind: Mind): readonly Demand[] {
  const seen = new Set<string>();
  const aboutFormer = parts.findIndex(({ text }) => isAboutTheFormer(text));
  const namesFrom = bareNamesFrom(parts, mind.names);
  const asks = parts.flatMap((part, at) => {
    if (at >= namesFrom) return listedNames(part.text, mind.names, 1) ?? [];
    if (!isAboutTheFormer(part.text)) return demandsIn(part, mind, parts.slice(Math.max(0, at - MOST_FORMER), at));
    return at === aboutFormer ? demandsOnFormer(part, parts.slice(Math.max(0, at - MOST_FORMER), at), mind) : [];
  });
  const all = [...misstated(parts, asks, mind), ...asks];
  const asked = new Set(all.map(keyOf));
  // Nobody agrees to anything as long as the agent has the facts wrong.
  const unwanted = all.some(({ kind }) => kind === "unwanted");
  const isMistake = (demand: Demand): boolean => demand.kind === "check" && !demand.right;
  const mistaken = !unwanted && all.some(isMistake);
  return all.filter((demand) => {
    const key = keyOf(demand);
    // Whoever does not want it at all need not put it right.
    if (unwanted && (demand.kind === "confirm" || isMistake(demand))) return false;
    if (mistaken && /^(?:confirm|unwanted|said)$/.test(demand.kind)) return false;
    // "Is your order number B-2000? What is your order number?" asks for one thing.
    if (demand.kind === "unknown" && asked.has(key.replace(/\?$/, "")) && key.endsWith("?")) return false;
    return !seen.has(key) && Boolean(seen.add(key));
  });
}

/** One yes is enough for a reply. */
function keyOf(demand: Demand): string {
  if (demand.kind === "fact" || demand.kind === "check") return `fact:${demand.slot.name}`;
  return demand.kind === "unknown" ? `unknown:${demand.id}` : demand.kind;
}

/** How many clauses "Is that correct?" may be about. */
const MOST_FORMER = 30;

function demandsOnFormer({ text }: Part, before: readonly Part[], mind: Mind): readonly Demand[] {
  const former = formerOf(before);
  return former === null ? proposed(text, mind, before) : (checked(former, mind) ?? asSaid(former, mind));
}

function demandsIn({ act, text }: Part, mind: Mind, before: readonly Part[]): readonly Demand[] {
  switch (act) {
    case "confirm":
      return proposed(text, mind, before);
    case "offer":
      return /^before\b/.test(text) ? (listedNames(text, mind.names) ?? []) : [];
    case "invite":
      return known(text, mind.names);
    case "request":
      return asked(text, mind, before);
    case "statement":
    case "filler":
      return listedNames(text, mind.names) ?? [];
    default:
      return [];
  }
}

const asSaid = (text: string, mind: Mind): readonly Demand[] => [
  saidBefore(text, mind) ? { kind: "said", id: text } : theRest(text),
];

/** In a question on what the user wants, only its reason is a fact: "What happened?" */
const known = (text: string, names: SlotNames): readonly Demand[] =>
  hitsIn(tokensOf(text), names).flatMap(({ slot, label, own }): readonly Demand[] => {
    const reason = label === null || /^(?:reason|cause|problem|issue)s?$/.test(label);
    return reason && slot.value !== null ? [{ kind: "fact", slot, label, own, yesNo: false }] : [];
  });

function asked(whole: string, mind: Mind, before: readonly Part[]): readonly Demand[] {
  const listed = listedNames(whole, mind.names);
  if (listed !== null) return listed;
  const text = isTagged(whole) ? whole : whole.replace(purposeFirst, "").replace(purpose, "");
  if (endsInConsent.test(text) && (isPlan(text) || namesDeed(text))) return proposed(text, mind, before);
  if (isCheck(text)) {
    // "Please confirm: order A-1042, $59.90." wants consent; "please confirm your order number, A-1042" a fact.
    if (bareConfirm.test(text) && claimsIn(text, mind, true).length > 0) return proposed(text, mind, before);
    if ((isTagged(text) && isPlan(text)) || confirmsWish.test(text)) return proposed(text, mind, before);
    const answers = checked(text, mind);
    if (answers !== null) return answers;
    if (isTagged(text)) {
      const decided = askedFor(untagged(text), mind, before, true).flatMap((demand) => decidedBy(demand, text));
      return decided.length > 0 ? decided : asSaid(text, mind);
    }
  }
  return choice(text, mind) ?? askedFor(text, mind, before, answeredByYes.test(text) || indirect.test(text));
}

const endsInConsent = /\b(?:ok|okay|alright|all right|deal|fine|acceptable)\?$/;
/** "You are a member, correct?", and "You are no member, correct?", to which yes means no. */
function decidedBy(demand: Demand, text: string): readonly Demand[] {
  if (demand.kind !== "fact" || typeof demand.slot.value !== "boolean") return [];
  const value = denies(text) ? !demand.slot.value : demand.slot.value;
  return [{ ...demand, slot: { ...demand.slot, value } }];
}

const confirmsWish = /\bconfirm\b.*\byou (?:\S+ )?(?:want|wish|like|agree)\b/;
/** "Please confirm", and nothing of the user's own. */
const bareConfirm = /\bconfirm\b(?!.*\b(?:your?|you are)\b)/;

/** What says only what it is asked for: "to cancel the order, I need", "so I can look it up". */
const purposeFirst = /^(?:to|in order to|for|before) (?!which|what|whom)[^,?]+, (?=\S)/;
const purpose =
  /(?<=\S{2}.{6}),? (?:so (?:that )?(?:i|we)\b|in order (?:to|for)\b|(?:and|then) (?:i|we) (?:will|can|would)\b|to (?:complete|proceed|continue|verify|finali[sz]e|help|assist|process|cover|go on)\b)[^?]*/;
