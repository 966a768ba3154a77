import { sentencesOf } from "../../../test-case/sentences.js";
import { normalised } from "../../values/normalised.js";
import { indexOfTokens, tokens, tokensOfNormalised, type Token } from "../../values/tokens.js";
import { headsOf, proposesDeed, verbOf } from "./deed.js";
import { isAlternative } from "./alternatives.js";
import { asksToAgree } from "./is-proposal.js";
import { isMoney, says, type KeyValue } from "./key-values.js";
import { nameOf, roleBefore, roleOf, type Misplaced } from "./misplaced.js";

/** As far before and after a value as its clause is read, in characters. */
const NEAR = 100;
const FILLERS =
  "(?: (?:(?:the|an?|your|my|our|his|her|their|any|both|all|to|from|on|at|for|of|with|in|by|order|orders|account|number|no|card|item|items|" +
  "seat|room|flight|booking|reservation|appointment|slot|one|doctor|dr|mr|mrs|ms|prof|charging|touching|changing|cancell?ing|" +
  "refunding|affecting|using|including|booking|sending|removing|adding)\\.?|the other one,?))*[ \"'(*`#]*$";
/** What takes the value right after it out of a proposal. */
const NOT_THIS = new RegExp(
  "(?<!\\p{L})(?:instead of|rather than|in place of|except(?: for)?|apart from|aside from|other than|excluding|without|" +
    "skip(?:ping)?|omit(?:ting)?|ignor(?:e|ing)|leav(?:e|ing) out|nothing|" +
    "(?<!(?:why|if|or|whether|is|are|am|was|were) )not(?: including)?|" +
    "(?:don't|do not|won't|will not|wouldn't|not|never) (?:touch|change|cancel|charge|refund|book|send|use|transfer|delete|remove|close))" +
    FILLERS,
  "iu",
);
/** And so with what follows that value, where the proposal has another in its place. */
const IN_PLACE =
  /(?<!\p{L})(?:instead of|rather than|in place of)(?= )(?!.*(?<!\p{L})(?:shall|should|but|and|can|will|i'll)(?!\p{L}))[^,;:?!]*$/iu;
const KEPT = new RegExp(`(?<!\\p{L})(?:keep|leave)(?:ing)?(?: (?:everything on|out|alone))?${FILLERS}`, "iu");
const AS_IT_IS =
  /^["')*]* (?:as (?:is|it is|they are|it was)|unchanged|untouched|alone|in place|out|open|active|for now|intact)(?!\p{L})/iu;
/** Deeds that are done to what is not kept. */
const ENDS = /^(?:cancel|refund|return|delete|remove|close|terminate|exchange|reimburse|erase|void|drop)/;
const KEEPS = /^(?:keep|leave|hold|save|note|add|send|deliver)/;

const BOUNDARY =
  /[,;:?!()]|(?<!(?:^|[^\p{L}])(?:dr|mr|mrs|ms|prof|st|no))\.(?=\s|$)| [–—-] |(?<!\p{L})(?:and|but|so|since|because|as|while|whereas|then|though|although)(?!\p{L})/giu;
/** What tells of a thing that it is not to be had, or stays as it was. */
const GONE = new RegExp(
  "(?<!\\p{L})(?:unavailable|away|fully booked|booked (?:up|out)|sold out|out of stock|overdrawn|expired|declined|blocked|no longer|" +
    "(?:is|are|be) (?:taken|full|closed|busy|off|gone|on (?:leave|holiday|vacation))|(?:stays?|remains?)|cannot|unable to|" +
    "(?:was|were|had|used to be)(?!\\p{L}).*(?<!\\p{L})(?:before|until now)|previously|originally|formerly)(?!\\p{L})|" +
    "(?:'s|'re) (?:taken|full|closed|busy|off|gone|away|on (?:leave|holiday|vacation))(?!\\p{L})|(?:ca|could)n't(?!\\p{L})|" +
    "(?:(?<!\\p{L})(?:not|never)|n't)(?: currently| actually)? (?:be|possible|available|eligible|work\\p{L}*|free|open|offered|included)(?!\\p{L})",
  "iu",
);
const DONE = /(?<!\p{L})already (\p{L}+ed)(?!\p{L})/iu;
const isDone = (clause: string, verb: string): boolean =>
  verb !== "" && DONE.exec(clause)?.[1]?.toLowerCase().startsWith(verb.slice(0, 4)) === true;
const STAYS = /^["')*]* (?:will )?(?:stays?|remains?)(?!\p{L})/iu;
const IS_NOT = new RegExp(`(?<!\\p{L})(?:is|are|was|were) not${FILLERS}`, "iu");
const BUT = /^["')*,]* but(?!\p{L})/iu;
/** "$20 of the $80 you paid" is not $80. */
const PART_OF = /\d (?:out )?of (?:the|your)(?: \p{L}+){0,2} $/iu;
const PART_OF_MONEY = /[$€£¥]\d[\d.,]* (?:out )?of (?:the|your)(?: \p{L}+){0,2} $/iu;
const PARENTHESES = /^ ?\([^()]*\)/;
/** Arguments that are for what is left out. */
const IS_FOR_OTHERS =
  /except|exclu|keep|kept|skip|not|without|unavailable|(?:^|_)(?:old|previous|current|original|from|remaining|ignored?|blocked)(?:_|\b)/i;

/**
 * A value that the proposal says only where it excludes it: "Lee instead of Kim", "and leave A-1060 as it is", "Kim is away".
 * One that is said elsewhere in it too is proposed. That something is gone excludes it only where another of its kind is asked
 * for in its place, which the call lacks: "A-1042 is sold out. Shall I refund it?" is about it.
 */
export function excludedIn(
  values: readonly KeyValue[],
  tool: string,
  { proposal, answer }: { readonly proposal: string; readonly answer: readonly Token[] },
): Misplaced | null {
  const text = normalised(proposal);
  // "Monday's class" is of Monday.
  const said = tokensOfNormalised(text.replace(/'s(?!\p{L})/gu, "  "));
  const asked = once(() =>
    sentencesOf(proposal)
      .filter((one) => one.includes("?") || asksToAgree(one) || proposesDeed(one, tool) || offers(one, tool))
      .map((one) => tokens(one)),
  );
  for (const value of values) {
    if (IS_FOR_OTHERS.test(value.path)) continue;
    const places = placesOf(value, said);
    const [place] = places;
    if (place === undefined) continue;
    const written = said[place.first];
    if (written === undefined) continue;
    const instead = once(() =>
      asked().some((one) => isAlternative(one, { value, values, written, isOfWhatIs: ENDS.test(verbOf(tool)) })),
    );
    const isOut = places.every(({ at, end }) => {
      const before = text.slice(Math.max(0, at - NEAR), at);
      const after = text.slice(end, end + NEAR);
      return (
        isExcluded({ before, after }, { value, written, tool, instead }) ||
        isChanged({ before, after }, { value, values, tool, proposal: text })
      );
    });
    if (!isOut) continue;
    const what = `with ${value.path} ${value.said}, which the assistant had named only as what it would not take`;
    return { verdict: says(answer, value) ? "errored" : "failed", what };
  }
  return null;
}

/** "9 am is taken, but 10:30 is free": of what a tool ends, what is free is none that takes its place. */
const offers = (sentence: string, tool: string): boolean => !ENDS.test(verbOf(tool)) && FREE_INSTEAD.test(sentence);
const FREE_INSTEAD =
  /(?<!\p{L})(?:but|however|though|instead)(?!\p{L})[^.?!]{0,80}(?<!(?<!\p{L})not |n't )(?<!\p{L})(?:free|available|open)(?!\p{L})/iu;

function once<T>(make: () => T): () => T {
  let made: { readonly it: T } | undefined;
  return () => (made ??= { it: make() }).it;
}

function placesOf({ tokens: wanted }: KeyValue, said: readonly Token[]) {
  const places: { readonly first: number; readonly at: number; readonly end: number }[] = [];
  if (wanted.length === 0) return places;
  for (let from = 0; ; from += 1) {
    from = indexOfTokens(said, wanted, from);
    const [first, last] = [said[from], said[from + wanted.length - 1]];
    if (from === -1 || first === undefined || last === undefined) return places;
    places.push({ first: from, at: first.at, end: last.end });
  }
}

interface Around {
  readonly before: string;
  readonly after: string;
}

interface Named {
  readonly value: KeyValue;
  readonly written: Token;
  readonly tool: string;
  /** Whether another of its kind is asked for in its place. */
  readonly instead: () => boolean;
}

function isExcluded({ before, after }: Around, { value, written, tool, instead }: Named): boolean {
  const verb = verbOf(tool);
  const [not] = NOT_THIS.exec(before) ?? [];
  if (not !== undefined) return verb === "" || !not.toLowerCase().startsWith(verb.slice(0, 4));
  if (value.kind === "amount" && (isMoney(written) ? PART_OF_MONEY : PART_OF).test(before)) return true;
  if (IS_NOT.test(before) && BUT.test(after)) return true;
  if (IN_PLACE.test(before)) return instead();
  if (KEPT.test(before) && !KEEPS.test(verb)) {
    const isLeft = AS_IT_IS.test(after);
    if (!isLeft && (value.kind === "amount" || /leave/i.test(KEPT.exec(before)?.[0] ?? ""))) return false;
    return ENDS.test(verb) || instead();
  }
  const rest = after.replace(PARENTHESES, "");
  if (STAYS.test(rest) && ENDS.test(verb)) return true;
  const clause = `${before.split(BOUNDARY).at(-1) ?? ""}#${rest.split(BOUNDARY, 1)[0] ?? ""}`;
  return (
    (GONE.test(clause) || isDone(clause, verb)) && !asksToAgree(clause) && headsOf(clause).length === 0 && instead()
  );
}

const CHANGES = /^(?:change|update|modify|switch|move|reschedule|edit|set|adjust)$/;
const TO = /^["')*]*(?: \p{L}+){0,2} (?:to|into) /iu;

/** What is to be changed: "the address from 1 Oak Road to 5 Elm Street", where no argument is what it is changed to. */
function isChanged({ before, after }: Around, { value, values, tool, proposal }: Changing): boolean {
  // "From 9 am to 10 am" may be how long it takes.
  const isSpan = value.tokens.some(({ kind }) => kind === "date" || kind === "time");
  if (isSpan || value.inList || !CHANGES.test(verbOf(tool)) || roleOf(nameOf(value)) !== null) return false;
  const [to] = TO.exec(after) ?? [];
  const isFrom = to !== undefined && roleBefore(before) === "from";
  const next = isFrom ? after.slice(to.length) : IS_NOW.test(before) ? CHANGES_TO.exec(proposal)?.[1] : undefined;
  if (next === undefined) return false;
  const said = tokens(next);
  return said.length > 0 && !says(said, value) && !values.some((other) => other !== value && says(said, other));
}

interface Changing {
  readonly value: KeyValue;
  readonly values: readonly KeyValue[];
  readonly tool: string;
  readonly proposal: string;
}

/** "Your current address is 5 Elm Street. I'll change it to 12 Oak Avenue." */
const IS_NOW =
  /(?<!\p{L})(?:current(?:ly)?|present(?:ly)?|existing|old|previous|former|registered|on file)(?: \p{L}+){0,4}(?: (?:is|as|was))?:? ["'(*`]*$/iu;
const CHANGES_TO =
  /(?<!\p{L})(?:chang\p{L}*|updat\p{L}*|switch\p{L}*|mov\p{L}*|set|edit\p{L}*|adjust\p{L}*) (?:it|this|that|them) (?:to|into) ([^?!\n]{1,200})/iu;
