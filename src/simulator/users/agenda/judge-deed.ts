import { deedsIn, type Deed, type Thing } from "./deeds.js";
import type { Family } from "./deed-words.js";
import { stemOf, tokensOf } from "./tokens.js";
import type { Wish } from "./wish.js";
import { contains } from "./normalise.js";
import { functionWords, relatives } from "./words.js";

/** How what is proposed goes with what the user wants; `unsure`: that can't be told. */
export type Fit = "fits" | "foreign" | "unsure";

/** Nobody agrees to these who has not asked for them. */
const grave: ReadonlySet<Family> = new Set(["close", "waive", "donate", "keep"]);
/** Of these it counts on what they are done. */
const ofAnObject: ReadonlySet<Family> = new Set([
  "cancel",
  "close",
  "remove",
  "change",
  "upgrade",
  "add",
  "buy",
  "block",
  "open",
]);
const nouns: { readonly [thing in Thing]: RegExp } = {
  account: /\b(?:accounts?|profile|data|login|privacy|log in|sign in)\b/,
  plan: /\b(?:subscriptions?|memberships?|plans?|contract|policy|insurance|warranty|unsubscribe|subscribe)\b/,
  contact: /\b(?:address(?:es)?|email|phone|name|surname|moved|moving)\b/,
  password: /\b(?:passwords?|pin|passcode|locked out|log in|login)\b/,
  card: /\b(?:cards?|visa|mastercard|amex|payment)\b/,
};

/** Whether a user with this wish goes along with what the clauses propose; `besides`: a deed that does not count. */
export function fitOf(clauses: readonly string[], wish: Wish, besides: Family | null = null): Fit {
  const deeds = clauses.flatMap(deedsIn).filter(({ family }) => family !== besides);
  if (clauses.some((clause) => holdsBack.test(clause) || ofOthers.test(clause) || isOfOther(clause, wish)))
    return "foreign";
  if (deeds.some((deed) => isForeign(deed, wish) && !isStep(deed, deeds, wish))) return "foreign";
  if (clauses.some((clause) => inItsPlace.test(clause)) && !clauses.some((clause) => namesWish(clause, wish)))
    return "unsure";
  if (clauses.some((clause) => givesUp.test(clause) && !givesUp.test(wish.text))) return "unsure";
  if (clauses.some((clause) => partly.test(clause)) && !partly.test(wish.text)) return "unsure";
  return clauses.some((clause) => strangers(clause, wish).length > 0) ? "unsure" : "fits";
}

/** "Shall I not refund it?" */
const holdsBack = /\b(?:shall|should|may|can) (?:i|we) not\b|\bdo(?:es)? not want (?:me|us) to\b/;
/** "I have to cancel it without a refund." */
const givesUp = /\bwithout (?:an? |any |the |your )?(?:refund|reimbursement|compensation|money back)\b/;
const inItsPlace = /\binstead\b(?! of)/;
const partly = /\b(?:half|part|partial|partially|portion|\d+ ?%|\d+ percent)(?: of| refund| credit|\b$)/;

/** Other people and other things that the user may have, of which it has not spoken. */
const others = new RegExp(`\\byour (?:(?:other|second)\\b|${relatives}\\b)`);
function isOfOther(clause: string, { text }: Wish): boolean {
  const who = others.exec(clause)?.[0].replace(/^your /, "");
  return who !== undefined && !contains(text, who) && !/\b(?:all|both|every|each|other)\b/.test(text);
}

/** "I'll cancel the old flight and book the new one": a part of what changes it. */
const isStep = ({ family, undone, object }: Deed, all: readonly Deed[], wish: Wish): boolean =>
  family === "cancel" &&
  !undone &&
  object === null &&
  (wish.deeds.has("change") || wish.deeds.has("replace")) &&
  all.some((other) => other.family === "book" || other.family === "buy" || wish.deeds.has(other.family));

function isForeign(deed: Deed, wish: Wish): boolean {
  const { family, undone, denied, object } = deed;
  if (undone) return !wish.undone.has(family) && (wish.served === null ? denied === null : wish.deeds.has(family));
  if (denied === "instead") return false;
  // "Shall I not refund it?"
  if (denied === "not") return wish.deeds.has(family);
  if (wish.refused.has(family)) return true;
  if (ofAnObject.has(family) && object !== null && !nouns[object].test(wish.text)) return true;
  return wish.served === null ? grave.has(family) : !wish.served.has(family);
}

/** Whether a clause says itself what is to be done. */
export const namesDeed = (clause: string): boolean => deedsIn(clause).length > 0;
/** Whether a clause of a proposal names what the user wants to have done, by itself. */
export const namesWish = (clause: string, wish: Wish): boolean =>
  deedsIn(clause).some(({ family, undone, denied }) => !undone && denied === null && wish.deeds.has(family));

const heads =
  /\b(?:(?:shall|should|may|can|could|will|would|do) (?:i|we)|(?:i|we) (?:will|can|could|would|am going to|are going to)|(?:me|us|agree|consent|willing|happy|ready) to|,? and(?: also| then)*(?= \p{L}+ (?:your|the|you|an?|it|this)\b))(?: (?:now|please|also|then|just|happily|gladly|first|go ahead and|proceed (?:to|and)|still|certainly|quickly))* (\p{L}+)/gu;
/** What agents do on the way to any goal, and what says nothing by itself. */
const onTheWay = new Set(
  (
    "look check verify confirm review search find pull access send email text call contact forward escalate pass connect put proceed " +
    "continue go start begin initiate process submit file create raise log note record save try help assist explain walk show tell give " +
    "share provide list summarize summarise repeat clarify ask wait hold stay use apply generate prepare print get take make do have be " +
    "complete finalize finalise finish handle arrange set read notify inform remind follow let want need like see know offer issue fix " +
    "correct resolve sort discuss inspect investigate examine run retrieve fetch load identify validate compare calculate estimate " +
    "request suggest recommend propose point direct guide update reach speak talk say answer spell the your you it this that a an and to " +
    "with for on in of is are so then also not perform execute carry place work move transfer open close add include keep mail post " +
    "respond reply come leave scan test attempt receive collect gather approve authorize authorise grant accept agree deal attach link enter fill draft write compile"
  ).split(" "),
);

/** Verbs of which nobody can tell whether they serve the wish. */
function strangers(clause: string, { text, served }: Wish): readonly string[] {
  if (served === null) return [];
  const own = new Set(tokensOf(text).map(({ word }) => rootOf(word)));
  return [...clause.matchAll(heads)].flatMap(([, verb = ""]) => {
    const known = onTheWay.has(verb) || functionWords.has(verb) || isDeedWord(verb) || own.has(rootOf(verb));
    return known || contains(text, verb) ? [] : [verb];
  });
}

const isDeedWord = (verb: string): boolean => deedsIn(`shall i ${verb} it`).length > 0;
const rootOf = (word: string): string => stemOf(word).replace(/(?:ing|ed|e)$/, "");

/** Of what reports are not about, whatever they say. */
const ofOthers =
  /\b(?:(?:some|any)(?:one|body) else|another (?:customer|person|user|guest|passenger|order|account|card)|(?:an?|the) (?:other|wrong|different) (?:customer|person|user|order|account|booking|flight|item)|(?:his|her|their) (?:order|account|booking|money))\b/;
/** "I've sent you a confirmation." */
const onlyNotice =
  /\b(?:sent|emailed|mailed|texted|forwarded|noted|logged|recorded|saved)\b.*\b(?:confirmation|receipt|email|copy|details|summary|survey|note|message|feedback)\b/;

/** Whether a report tells of what the user wants, rather than of another deed, or of what was undone. */
export function reaches(report: string, wish: Wish, all: Wish): boolean {
  if (ofOthers.test(report)) return false;
  const deeds = deedsIn(report);
  if (denies(report, all)) return false;
  const { reached } = wish;
  if (reached === null) return !deeds.some(({ family }) => grave.has(family));
  if (deeds.length === 0) return !onlyNotice.test(report);
  const undoes = deeds.some(({ family, undone }) => undone && wish.undone.has(family));
  return undoes || deeds.some(({ family, undone, denied }) => !undone && denied === null && reached.has(family));
}

/** Whether one of the deeds that a clause names serves what the user wants. */
export const servesWish = (clause: string, { served }: Wish): boolean =>
  deedsIn(clause).some(({ family, undone, denied }) => !undone && denied === null && served?.has(family) === true);

/** Whether a clause says that what the user wants is called off. */
export const callsOff = (clause: string, wish: Wish): boolean =>
  deedsIn(clause).some((deed) => deed.undone && wish.deeds.has(deed.family) && againstIt(deed, wish));

/** Whether a clause says that what the user wants is not done, or undone. */
export const denies = (clause: string, wish: Wish): boolean => deedsIn(clause).some((deed) => againstIt(deed, wish));

const againstIt = ({ family, undone, denied }: Deed, wish: Wish): boolean =>
  undone ? !wish.undone.has(family) : denied === "not" && wish.deeds.has(family);
