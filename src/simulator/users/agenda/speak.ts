import type { Random } from "../../user.js";
import type { Answer, TellFact } from "./answers.js";
import type { Manner } from "./manner.js";
import { unannounced } from "./first-person.js";
import * as phrases from "./phrases.js";
import type { Plan } from "./plan.js";
import { functionWords } from "./words.js";

/** How a plan is put into words. */
export interface Voice {
  readonly manner: Manner;
  readonly random: Random;
  /** The user says no to proposals, so that none of its words may be taken for a yes. */
  readonly declines: boolean;
}

type Spoken = Exclude<Plan, { readonly do: "end" }>;

/** The words of a plan. What the golden says stands in them verbatim. */
export function speak(plan: Spoken, voice: Voice): string {
  switch (plan.do) {
    case "open":
      return plan.say;
    case "answer":
      return joined([...answers(plan.answers, plan.wish, voice), ...unsaid(plan)]);
    case "raise": {
      const lead = {
        invitation: phrases.raise,
        success: phrases.raiseNext,
        failure: phrases.raiseAfterFailure,
        goodbye: phrases.raiseBeforeGoodbye,
      };
      return fill(pick(lead[plan.after], voice), {
        goal: plan.after === "invitation" ? plan.goal.say : ungreeted(plan.goal.say),
      });
    }
    case "restate":
      return fill(pick(phrases.restate, voice), { goal: ungreeted(plan.wish) });
    case "pushBack":
    case "wait":
    case "callOut":
    case "close":
      return pick(phrases[plan.do], voice);
  }
}

/** The goal that is to be raised, where no answer says it. */
const unsaid = ({ answers: all, raise }: Spoken & { readonly do: "answer" }): readonly string[] =>
  raise === null || all.some(({ kind }) => kind === "wish" || kind === "unwanted") ? [] : [raise.say];

/** `naming`: a placeholder that the phrase should have, as among several answers each says what it answers. */
function pick(table: phrases.Phrases, { manner, random }: Voice, naming = ""): string {
  const all = table[manner] ?? table.plain;
  const fit = all.filter((phrase) => phrase.toLowerCase().includes(naming));
  const options = fit.length > 0 ? fit : all;
  return options[Math.min(options.length - 1, Math.floor(random() * options.length))] ?? "";
}

/** Values are put in as they are: nothing in them is read as a placeholder. */
const fill = (phrase: string, values: { readonly [name: string]: string }): string =>
  phrase.replace(/\{(\w+)\}(\.?)/g, (_, name: string, stop: string) => {
    const value = values[name] ?? "";
    return value + (/[.!?]$/.test(value) ? "" : stop);
  });

/** Consent comes first, then the facts in one sentence for each way of telling, then what the user does not know. */
function answers(all: readonly Answer[], wish: string, voice: Voice): readonly string[] {
  const alone = all.length === 1;
  const said: string[] = [];
  const facts: TellFact[] = [];
  for (const answer of all) if (answer.kind === "fact") facts.push(answer);
  const wrong: TellFact[] = [];
  for (const answer of all) {
    if (answer.kind === "wrong") wrong.push({ ...answer, kind: "fact", own: true, yesNo: false, how: "first" });
    else if (answer.kind !== "fact" && answer.kind !== "unknown") said.push(one(answer, wish, voice));
  }
  if (wrong.length > 0) said.push(fill(pick(phrases.wrong, voice), wordsFor(wrong)));
  for (const how of ["first", "again", "insist", "checked"] as const) {
    const group = facts.filter((fact) => fact.how === how);
    if (group.length > 0) said.push(tell(group, how, voice, alone));
  }
  said.push(...unknowns(all, voice, alone));
  return [...new Set(said)];
}

/** Whoever leaves out full stops still puts them between sentences. */
const joined = (sentences: readonly string[]): string =>
  sentences.map((said, at) => (at < sentences.length - 1 && !/[.!?…]$/.test(said) ? `${said}.` : said)).join(" ");

/** One sentence for all that the user does not know, and one for what it has said before not to know. */
function unknowns(all: readonly Answer[], voice: Voice, alone: boolean): readonly string[] {
  const unknown: readonly Unknown[] = all.filter((answer) => answer.kind === "unknown");
  const fresh = unknown.filter(({ again }) => !again);
  // "As I said, I don't know" after an "I don't know" says nothing more.
  const repeated = unknown.filter(({ again, label }) => again && (fresh.length === 0 || label !== null));
  return [
    ...(fresh.length > 0 ? [notKnown(fresh, phrases.unknown, voice, alone)] : []),
    ...(repeated.length > 0 ? [notKnown(repeated, phrases.unknownAgain, voice, alone)] : []),
  ];
}

type Unknown = Extract<Answer, { readonly kind: "unknown" }>;

function notKnown(unknown: readonly Unknown[], table: phrases.Phrases, voice: Voice, alone: boolean): string {
  const named = unknown.flatMap(({ label, own }) => (label === null ? [] : [`${own ? "my" : "the"} ${label}`]));
  const rest = named.length > 0 && unknown.some(({ label }) => label === null) ? ["the rest"] : [];
  const things = [...new Set([...named, ...rest])];
  const thing = listed(things, "or");
  return fill(pick(table, voice, alone ? "" : "{thing}"), { thing: thing === "" ? "" : ` ${thing}` });
}

const listed = (items: readonly string[], link: "and" | "or"): string =>
  [items.slice(0, -1).join(", "), items.at(-1) ?? ""].filter((part) => part !== "").join(` ${link} `);

function one(
  answer: Exclude<Answer, TellFact | Unknown | { readonly kind: "wrong" }>,
  wish: string,
  voice: Voice,
): string {
  switch (answer.kind) {
    case "agree":
      if (answer.turned) return pick(phrases.agreeToMind, voice);
      return pick(answer.again ? phrases.agreeAgain : phrases.agree, voice);
    case "decline":
      if (answer.turned) return pick(phrases.declineToMind, voice);
      return pick(answer.again ? phrases.declineAgain : phrases.decline, voice);
    case "right":
      return pick(voice.declines ? phrases.rightOnly : phrases.right, voice);
    case "unwanted":
      if (answer.only !== undefined) return fill(pick(phrases.onlyThis, voice), { thing: answer.only });
      return fill(pick(phrases.unwanted, voice), { goal: ungreeted(wish) });
    case "only":
      return fill(pick(phrases.only, voice), { name: answer.label ?? answer.slot.words });
    case "wish":
      return fill(pick(phrases.restate, voice), { goal: ungreeted(wish) });
  }
}

const tables = { first: phrases.tell, again: phrases.tellAgain, insist: phrases.insist, checked: phrases.checked };

function tell(facts: readonly TellFact[], how: TellFact["how"], voice: Voice, alone: boolean): string {
  const [fact] = facts;
  if (facts.length === 1 && fact !== undefined && typeof fact.slot.value === "boolean") {
    return fact.slot.value ? "Yes." : "No.";
  }
  const named = alone && (fact === undefined || !isSentence(valueOf(fact)));
  return fill(pick(tables[how], voice, named ? "" : "{facts}"), wordsFor(facts));
}

function wordsFor(facts: readonly TellFact[]): { readonly [name: string]: string } {
  const sentences = listed(facts.map(sentence), "and");
  return { facts: sentences, Facts: capital(sentences), values: facts.map(valueOf).join(", ") };
}

const valueOf = ({ slot: { value } }: TellFact): string =>
  typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
const isSentence = (value: string): boolean =>
  (/\s\S+\s/.test(value) || /^(?:i|it|we|they|he|she)['’]/i.test(value)) &&
  /^(?:i|it|the|we|they|he|she|my|because|there)\b/i.test(value);
/** A value that is a sentence of its own is told without "my … is". */
function sentence(fact: TellFact): string {
  const value = valueOf(fact);
  if (isSentence(value)) return value;
  const name = fact.label ?? fact.slot.words;
  if (typeof fact.slot.value === "boolean") return `as for ${fact.own ? "my" : "the"} ${name}: ${value}`;
  // "Since", "when": no name that a person would say.
  if (functionWords.has(name)) return `it's ${value}`;
  const isMany = /[^sui]s$/.test(name) && !/^number of\b/.test(name);
  return `${fact.own ? "my" : "the"} ${name} ${isMany ? "are" : "is"} ${value}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** Nobody says hello twice, or announces what other words announce already. */
const ungreeted = (goal: string): string => {
  const rest = unannounced(goal).replace(
    /^(?:hi|hello|hey|good (?:morning|afternoon|evening))(?: there| all)?\s*[,.!]+\s*(?=\S)/i,
    "",
  );
  return rest === goal ? goal : capital(rest);
};
