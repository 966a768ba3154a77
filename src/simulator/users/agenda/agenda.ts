import type { ConversationalGolden, DoneTest } from "../../../golden/conversational-golden.js";
import { inFirstPerson } from "./first-person.js";
import { outcomesIn } from "./outcome-verbs.js";
import { reports, type Reports } from "./reports.js";
import { saysTest, type SaysTest } from "./says-test.js";
import { slotNames, wordsOf, type SlotNames } from "./slot-names.js";
import { clausesOf } from "./clauses.js";
import { normalise } from "./normalise.js";
import { wishOf, type Wish } from "./wish.js";

/** One goal of the stack. */
export interface AgendaGoal {
  readonly say: string;
  /** Null: the first goal of a conversation that somebody else opened, so that what was said then stands for it. */
  readonly done: DoneTest | null;
  /** Null: its done test asks for no words. */
  readonly says: SaysTest | null;
  /** The user wants to know something, so that an answer reaches the goal. */
  readonly toKnow: boolean;
  /** What of it names a deed. */
  readonly wish: Wish;
}

/** What a golden makes its user want and know: all that the rules need, made once for each golden. */
export interface Agenda {
  readonly opening: string;
  readonly goals: readonly AgendaGoal[];
  /** The opening does not say the first goal; it is still to be raised. */
  readonly opensAside: boolean;
  readonly names: SlotNames;
  /** Normalised: all that the user says to want. */
  readonly wish: string;
  /** Normalised: all that the golden has its user know and say. */
  readonly known: string;
  /** What the user wants to have done, by the scenario and all that it says. */
  readonly wanted: Wish;
  readonly agrees: boolean;
  readonly isReport: Reports;
}

const made = new WeakMap<ConversationalGolden, Agenda>();

export function agendaOf(golden: ConversationalGolden): Agenda {
  const known = made.get(golden);
  if (known !== undefined) return known;
  const agenda = makeAgenda(golden);
  made.set(golden, agenda);
  return agenda;
}

function makeAgenda(golden: ConversationalGolden): Agenda {
  const given = golden.goals ?? [];
  const opening =
    golden.opening ??
    given[0]?.say ??
    golden.turns?.find(({ role }) => role === "user")?.content ??
    inFirstPerson(golden.scenario);
  const goals: typeof given = given.length > 0 ? given : [{ say: opening }];
  const wishes = [opening, ...goals.map(({ say }) => say)];
  // What should come of the conversation is read for one thing only: the verbs by which the agent may report it.
  const outcomes = [...new Set([golden.expectedOutcome ?? "", ...wishes].flatMap(outcomesIn))];
  const facts = Object.values(golden.facts ?? {}).map(({ value }) => String(value));
  const known = normalise([golden.scenario, ...wishes, ...facts].join("\n"));
  const deeds = goals.flatMap(({ done }) => deedOf(done));
  const wanted = wishOf(normalise([golden.scenario, ...wishes, ...deeds].join("\n")), wishes.every(wantsToKnow));
  const wishFor = (say: string, done?: DoneTest): Wish =>
    goals.length === 1 ? wanted : wishOf(normalise([say, ...deedOf(done)].join("\n")));
  return {
    opening,
    goals: goals.map(({ say, done = null }, at) => ({
      say,
      done,
      says: done?.says === undefined ? null : saysTest(done.says, `goals[${String(at)}].done.says`),
      toKnow: wantsToKnow(say),
      wish: wishFor(say, done ?? undefined),
    })),
    opensAside: given.length > 0 && !covers(normalise(opening), given[0]?.say ?? ""),
    names: slotNames(golden),
    wish: normalise(wishes.join("\n")),
    known,
    wanted,
    agrees: golden.confirms ?? true,
    isReport: reports(outcomes),
  };
}

/** A goal that a call of `block_card` reaches is one of somebody who agrees to have the card blocked. */
const deedOf = (done: DoneTest | undefined): readonly string[] =>
  done?.calls === undefined || /human|agent/i.test(done.calls) ? [] : [wordsOf(done.calls)];

const SAME_WORDS = 0.6;
const small =
  /^(?:i|a|an|the|to|and|or|my|is|it|of|for|in|on|at|please|would|like|want|hi|hello|hey|can|could|you|with|this|that|have|has|need|am|me)$/;

/** Whether `text`, normalised, says what `wish` says, by the words that they share. */
export function covers(text: string, wish: string): boolean {
  const words = new Set(text.match(/[\p{L}\p{N}]+/gu) ?? []);
  const wanted = (normalise(wish).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !small.test(word));
  if (wanted.length === 0) return text.includes(normalise(wish));
  return wanted.filter((word) => words.has(word)).length / wanted.length >= SAME_WORDS;
}

const question =
  /^(?:(?:and|so|but|also|hi|hello|hey|please|then|ok|okay|,|\.|!) ?)*(?:what|which|who|where|when|why|how|is|are|was|were|do|does|did|has|have|will|can (?:i|we|one|my|it|this|they|the)|could (?:i|we)|may (?:i|we)|am i|should)\b/;
const tells =
  /\b(?:like|want|need|love|trying|try|curious|have) to (?:know|find out|figure out|understand|learn|hear|ask)\b|\b(?:wondering|curious|know|ask|asking|find out|question) (?:about|whether|if|what|which|when|where|how|why|who)\b|\b(?:tell|explain to|show) (?:me|us)\b/;
const favour =
  /\b(?:can|could|may) (?:i|we|my \S+) (?:please |just |still )?(?:get|have|be|cancel|change|book|return it|return them|exchange|refund|order|add|speak|talk)\b|\brefund\?|\bmoney back\b/;

/** A question that an answer settles, rather than something to be done. */
function wantsToKnow(say: string): boolean {
  const parts = clausesOf(say).map(({ text }) => text);
  return parts.some(
    (text) => (question.test(text) && !favour.test(text)) || (tells.test(text) && !/\bneed to\b/.test(text)),
  );
}
