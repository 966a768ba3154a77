import { deedsIn, type Deed } from "./deeds.js";
import { reaching, served, type Family } from "./deed-words.js";
import { clausesOf } from "./clauses.js";

/** What a user wants to have done, read from its own words. */
export interface Wish {
  /** Normalised: the words themselves. */
  readonly text: string;
  readonly deeds: ReadonlySet<Family>;
  /** Deeds that the user wants to be undone: "Cancel my return." */
  readonly undone: ReadonlySet<Family>;
  /** "No store credit." */
  readonly refused: ReadonlySet<Family>;
  /** What may be done for it. Null: the words name no deed, so that nothing can be told from them. */
  readonly served: ReadonlySet<Family> | null;
  readonly reached: ReadonlySet<Family> | null;
}

const wanting = "(?:wants?|needs?|likes?|get|prefers?|wish|wishes|should be|to be)";
/** Something is wrong, and the user does not say how it is to be put right. */
const complains =
  /\b(?:broke|broken|breaks|defect\w*|damag\w*|crack\w*|faulty|wrong|missing|never (?:arrived|came)|not (?:arrive|arrived|work|working)|(?:does|do|will) not (?:work|fit|turn on|switch on|start|charge|load|open|print)|lost|late|delay\w*|frustrated|stopped working|leak\w*|complain\w*|twice|unhappy|dissatisfied|disappointed)\b/;
const remedies = ["refund", "return", "replace", "repair", "voucher", "ship", "cancel"] as const;
/** "I need a laptop", "a table for two": a thing that is to be had. */
const acquires =
  /\b(?:want|wants|need|needs|like|looking for|order|get) (?:to (?:have|get|buy) )?(?:an?|one|two|three|some|\d+) (?!refund|hand|answer|explanation|receipt|invoice|copy|word|quote|confirmation|question|human|person|moment|minute|way|problem|issue)\p{L}+/u;
/** "No store credit", but not "even if there is no refund". */
const refuses =
  /^(?!.*\b(?:if|unless|whether|agent|may|might)\b).*\b(?:not (?:\S+ )?(?:want|like|accept|need|agree|wish)|no|rather than|instead of|without|refus\w*|never)\b/;
/** Before it comes into wrong hands it is blocked. */
const atRisk = /\b(?:lost|stolen|stole|misplaced|compromised|hacked|fraud\w*|scam\w*|phish\w*|unauthori[sz]ed)\b/;
const lockedOut =
  /\blocked out\b|\b(?:forgot|forgotten|lost) (?:my|the|their) (?:\S+ )?(?:password|pin|passcode)\b|\b(?:can not|unable to) (?:log|sign) ?in\b|\blocked\b/;
const travels = /\b(?:fly|flying|travel|travelling|stay the night|check in)\b/;

/** `text`: normalised. `toKnow`: the user wants an answer, and nothing done that it does not name. */
export function wishOf(text: string, toKnow = false): Wish {
  const all = clausesOf(text).flatMap((clause) => deedsIn(clause.text).map((deed) => ({ deed, clause: clause.text })));
  const meant = all.filter(({ deed, clause }) => isMeant(deed, clause)).map(({ deed }) => deed);
  const families = new Set(
    meant.filter(({ denied, undone }) => denied === null && !undone).map(({ family }) => family),
  );
  const onlyWrong = [...families].every((family) => family === "book" || family === "buy");
  if (acquires.test(text) || travels.test(text)) for (const family of ["buy", "book"] as const) families.add(family);
  if (lockedOut.test(text)) families.add("unlock");
  // What puts a thing right is all that may be done about it.
  const remedied: readonly Family[] = complains.test(text) && onlyWrong ? [...remedies, "book"] : [];
  if (atRisk.test(text) && onlyWrong) families.add("block");
  const may = new Set([...served(families), ...remedied]);
  const undone = new Set(meant.filter((deed) => deed.undone && deed.denied === null).map(({ family }) => family));
  if (undone.size > 0) families.add("cancel");
  const refused = new Set(
    all
      .filter(({ deed, clause }) => deed.denied !== null && !families.has(deed.family) && refuses.test(clause))
      .map(({ deed }) => deed.family),
  );
  const none = may.size === 0 && !toKnow;
  return {
    text,
    deeds: new Set([...families, ...remedied]),
    undone,
    refused,
    served: none ? null : new Set([...may].filter((family) => !refused.has(family))),
    reached: none ? null : new Set([...reaching(families), ...remedied]),
  };
}

/** "I bought it", "I was charged": what happened is no wish, and what is to happen is one. */
const isMeant = ({ form, word }: Deed, clause: string): boolean =>
  form !== "past" || new RegExp(`\\b${wanting} (?:(?!was|were|been)\\S+ ){0,4}?${word}\\b`).test(clause);
