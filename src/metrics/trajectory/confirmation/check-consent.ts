import { sentencesOf } from "../../../test-case/sentences.js";
import type { ToolCall } from "../../../test-case/tool-call.js";
import { tokens, type Token } from "../../values/tokens.js";
import { wasAgreedTo } from "./check-values.js";
import { argumentsOf, keyValues, says, type KeyValue } from "./key-values.js";
import { names, proposesDeed, tellsDone } from "./deed.js";
import { excludedIn } from "./excluded.js";
import { misplacedIn } from "./misplaced.js";
import { onlyAsksForDetails } from "./open-question.js";
import { otherValueIn } from "./other-value.js";
import { isAboutValues, type Question } from "./question.js";
import { isBareNo, isUnreadable, unreadIn } from "./read-reply.js";
import type { Talk, Said } from "./talk.js";
import { cut } from "../../../test-case/cut.js";

export interface Consent {
  readonly proposal: number | null;
  readonly consent: number | null;
  /** `errored`: it can't be told whether the user agreed. */
  readonly verdict: "passed" | "failed" | "errored";
  /** What is wrong, or can't be told, in a sentence. Empty where the user agreed. */
  readonly why: string;
  /** Number of the turn of the user that can't be read for sure. Absent: it can. */
  readonly answer?: number;
}

interface Asked {
  readonly call: ToolCall;
  /** Number of the turn of the call; 0 where there are no turns. */
  readonly turn: number;
  /** Number of the turn in which the last consent was used up; what the assistant said in it came after the call. */
  readonly since: number;
}

/** What a user turn answers to. */
interface Heard {
  readonly turn: number;
  readonly text: string;
  readonly to: readonly Said[];
  /** Of these what was said since the user spoke last. */
  readonly direct: readonly Said[];
  readonly question: Question | null;
}

interface State {
  /** What the assistant said since the last refusal. */
  said: Said[];
  consent: Heard | null;
  /** An answer of which it can't be told whether it is consent, and why. */
  doubtful: (Heard & { readonly why: string }) | null;
  refused: number | null;
  /** The user named another value instead, and no consent came after it. */
  changed: { readonly turn: number; readonly said: string } | null;
}

/** Whether the user agreed to a call, as far as the turns before it show. */
export function checkConsent(talk: Talk, { call, turn, since }: Asked): Consent {
  const { values, unknown } = keyValues(call);
  const state = listen(talk, { call, turn, since }, values);
  const did = `${call.name} ${call.executed === false ? "was requested" : "was called"}`;
  const { consent, doubtful, refused, said, changed } = state;
  const proposes = (one: Said) => one.asksToAgree || values.some((value) => says(one.tokens, value));
  if (consent === null) {
    const proposal = (doubtful?.to ?? said).findLast(proposes)?.turn ?? null;
    if (doubtful !== null && proposal !== null)
      return { proposal, consent: null, verdict: "errored", why: `${did}, and ${doubtful.why}`, answer: doubtful.turn };
    const failed = { consent: null, verdict: "failed" } as const;
    if (changed !== null && proposal !== null)
      return {
        ...{ ...failed, proposal },
        why: `${did} although the user said ${JSON.stringify(changed.said)} instead (turn ${String(changed.turn)})`,
      };
    if (refused !== null)
      return { ...failed, proposal: null, why: `${did} although the user refused (turn ${String(refused)})` };
    return {
      ...failed,
      proposal: said.findLast((one) => one.asksToAgree)?.turn ?? null,
      why: `${did} before the user agreed`,
    };
  }
  const proposal = consent.to.findLast(proposes) ?? consent.to.findLast((one) => names(one.text, call.name));
  if (proposal === undefined)
    return { proposal: null, consent: null, verdict: "failed", why: `${did} before the user agreed` };
  const agreed = { proposal: proposal.turn, consent: consent.turn };
  if (unknown !== null) {
    const why = `${did} with arguments that ${unknown}, so that they can't be held against what the user agreed to (turn ${String(consent.turn)})`;
    return { ...agreed, verdict: "errored", why, answer: consent.turn };
  }
  const spoken = {
    question: consent.question === null ? null : tokens(consent.question.text),
    proposal: proposal.tokens,
    earlier: consent.to.filter((one) => one.turn < proposal.turn).map((one) => one.tokens),
    answer: tokens(consent.text),
    byUser: talk.byUser(turn),
    deeds: deedsIn(proposal.text, call.name),
    values,
  };
  const checked = values.map((value) => ({ value, agreed: wasAgreedTo(value, spoken) }));
  const wrong = checked.find((one) => one.agreed === false)?.value;
  if (wrong !== undefined) {
    const why = `${did} with ${wrong.path} ${wrong.said}, which the assistant had not proposed (turn ${String(proposal.turn)})`;
    return { ...agreed, verdict: "failed", why };
  }
  const heard = checked.filter((one) => one.agreed !== false).map(({ value }) => value);
  const excluded = excludedIn(heard, call.name, { proposal: proposal.text, answer: spoken.answer });
  const misplaced =
    excluded ??
    misplacedIn(checked, argumentsOf(call), {
      proposal: proposal.text,
      spoken: [...spoken.earlier, ...spoken.byUser],
    });
  const placed = `${did} ${misplaced?.what ?? ""} (turn ${String(proposal.turn)})`;
  if (misplaced?.verdict === "failed") return { ...agreed, verdict: "failed", why: placed };
  const untold = checked.find((one) => one.agreed === null)?.value;
  if (untold === undefined && misplaced !== null)
    return { ...agreed, verdict: "errored", why: placed, answer: consent.turn };
  if (untold === undefined) return { ...agreed, verdict: "passed", why: "" };
  const why = `${did} with ${untold.path} ${untold.said}, and it can't be told whether the user agreed to that (turn ${String(consent.turn)})`;
  return { ...agreed, verdict: "errored", why, answer: consent.turn };
}

/** The sentences of a proposal that propose the deed. None where a list goes on with what it is done to. */
const deedsIn = (text: string, tool: string): readonly (readonly Token[])[] =>
  /^[ \t]{0,20}(?:[-*•]|\d+[.)])\s/mu.test(text)
    ? []
    : sentencesOf(text)
        .filter((sentence) => proposesDeed(sentence, tool))
        .map((sentence) => tokens(sentence));

function listen(talk: Talk, { call, turn, since }: Asked, values: readonly KeyValue[]): State {
  const state: State = { said: [], consent: null, doubtful: null, refused: null, changed: null };
  /** What was said since the user spoke last. */
  let direct: Said[] = [];
  let wasUser = false;
  for (const { number, role, content } of talk.between(since, turn)) {
    if (role === "assistant") {
      if (wasUser) direct = [];
      wasUser = false;
      const said = talk.said(number);
      direct.push(said);
      state.said.push(said);
      // What is proposed anew has to be answered anew.
      if (said.asksToAgree && questionOf(talk, [said], call, values)?.about !== "other")
        state.consent = state.doubtful = state.changed = null;
      continue;
    }
    wasUser = true;
    hear(
      state,
      { turn: number, text: content, to: [...state.said], direct, question: questionOf(talk, direct, call, values) },
      { talk, call, values },
    );
  }
  return state;
}

/** The last question of these turns; one that names an amount of the call is about it. */
function questionOf(
  talk: Talk,
  direct: readonly Said[],
  { name }: ToolCall,
  values: readonly KeyValue[],
): Question | null {
  const asking = direct.findLast((one) => one.question !== null);
  if (asking?.question === null || asking === undefined) return null;
  const question = talk.question(asking.question, name);
  if (question.about !== "other") return question;
  const said = tokens(question.text);
  const isAbout =
    !names(question.text, name) &&
    isAboutValues(question.text) &&
    values.some((value) => value.kind === "amount" && says(said, value));
  return isAbout ? { ...question, about: "call" } : question;
}

interface Hearing {
  readonly talk: Talk;
  readonly call: ToolCall;
  readonly values: readonly KeyValue[];
}

function hear(state: State, heard: Heard, { talk, call, values }: Hearing): void {
  const { question, text, turn, to, direct } = heard;
  const asked = { tool: call.name, mind: question?.mind ?? false, restated: restatable(heard, call) };
  const answer = talk.reply(text, asked);
  const isNamed = names(text, call.name);
  const asksForOther = question?.about === "other" && !isNamed;
  if (answer === "refusal") {
    // It refuses the other thing, and what was agreed to before stays so.
    if (state.consent !== null && asksForOther && isBareNo(text)) return;
    Object.assign(state, { said: [], consent: null, doubtful: null, refused: turn, changed: null });
    return;
  }
  if (to.length === 0) return;
  const isTold = question === null && direct.some((one) => tellsDone(one.text, call.name));
  // Who says yes to what is done takes note of it.
  if (isTold && answer === "consent") return;
  const other = answer === "consent" ? null : otherValueIn(text, values, to);
  if (other !== null) Object.assign(state, { consent: null, doubtful: null, changed: { turn, said: other } });
  else if (answer === "consent") {
    const wasProposed = isNamed && to.some((one) => proposesDeed(one.text, call.name));
    if (!asksForOther && (wasProposed || isProposed(heard, call.name)))
      Object.assign(state, { consent: heard, doubtful: null, refused: null, changed: null });
    else if (state.consent === null) state.doubtful = { ...heard, why: unrelated(heard) };
  } else if (answer === "unclear" && state.consent === null && onlyAsksForDetails(to, call.name)) return;
  else if (answer === "hesitation" || state.consent === null) {
    if (answer === "hesitation") state.consent = null;
    state.doubtful = { ...heard, why: untold(heard, unreadIn(text, asked)) };
    state.refused = null;
  }
}

/** Whether what the user answers proposed the deed: the question, or what was said of it last. */
function isProposed({ question, to, direct }: Heard, tool: string): boolean {
  if (question?.about === "call") return true;
  const last = (question === null ? direct : to).findLast((one) => names(one.text, tool));
  return last !== undefined && proposesDeed(last.text, tool);
}

/** What says that there is a choice. */
const CHOICE =
  /(?<!\p{L})(?:or|either|also|alternativ\p{L}*|instead|options?|another|other|rather|not|cannot|\p{L}+n't)(?!\p{L})/iu;

/** What an answer may repeat: the question, what was said before it but for other choices, and the arguments of the call. */
function restatable({ question, direct }: Heard, { inputParameters }: ToolCall): string {
  const sentences = direct.flatMap(({ text }) => sentencesOf(text));
  const plain = sentences.filter((sentence) => !CHOICE.test(sentence.replace(/[’‘]/g, "'")));
  const given = typeof inputParameters === "string" ? inputParameters : (JSON.stringify(inputParameters) ?? "");
  return [question?.text ?? "", ...plain, given.slice(0, LONGEST_ARGUMENTS)].join("\n");
}

/** Of longer arguments an answer repeats nothing, in characters. */
const LONGEST_ARGUMENTS = 4000;

function untold({ text, turn }: Heard, unread: readonly string[]): string {
  const why = isUnreadable(text) ? ": of languages other than English no more is read than yes and no" : "";
  const words = unread.slice(0, 5).map((word) => JSON.stringify(cut(word, 40)));
  const besides = words.length === 0 ? "" : `: what ${words.join(", ")} says besides is not understood`;
  return `it can't be told whether ${excerpt(text)} (turn ${String(turn)}) agrees to it${why || besides}`;
}

const unrelated = ({ question, text, turn }: Heard): string =>
  `it can't be told whether ${excerpt(text)} (turn ${String(turn)}${question === null ? "" : `, to ${excerpt(question.text)}`}) agrees to it`;

const excerpt = (text: string): string => JSON.stringify(cut(text, 80));
