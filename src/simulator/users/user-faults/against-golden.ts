import type { ConversationalGolden } from "../../../golden/conversational-golden.js";
import { agendaOf } from "../agenda/agenda.js";
import { namesWish } from "../agenda/judge-deed.js";
import { hitsIn } from "../agenda/known-names.js";
import { normalise } from "../agenda/normalise.js";
import { read } from "../agenda/reading.js";
import { quotes, type Slot } from "../agenda/slot-names.js";
import { tokensOf } from "../agenda/tokens.js";
import type { SaidLine } from "./user-fault.js";

const hasReasons =
  /\b(?:if|unless|only|otherwise|forg[eo]t\w*|remember\w*|recall|refus\w*|declin\w*|reject\w*|reluctan\w*|hesita\w*|indecisive|unsure|withh\w*|suspicious|wary|private|chang\w+ (?:\S+ )?mind|do not|does not|will not|can not|not)\b/;

/** Whether a golden has reasons of its own for a user who declines or does not remember. */
export function hasOwnReasons({
  scenario,
  opening = "",
  goals = [],
  persona,
  confirms,
}: ConversationalGolden): boolean {
  const texts = [scenario, opening, ...goals.map(({ say }) => say), persona?.characteristics ?? ""];
  return confirms === false || hasReasons.test(normalise(texts.join("\n")));
}

/** Where a line denies what its golden gives: a fact, or consent to what the user wants. Null: it does not. English only. */
export function denialIn(line: SaidLine): string | null {
  if (hasOwnReasons(line.golden)) return null;
  const text = normalise(line.say);
  const fact = unknownFact(text, line);
  if (fact !== null) return `says that it does not know the ${fact.words}, which is ${String(fact.value)}`;
  return declinesOwnWish(text, line) ? "declines what it wants" : null;
}

const notKnown = /\b(?:do not|can not|could not) (?:know|remember|recall|have)(?: what)? my (?=(.{1,60}))/;
const bare =
  /^(?:(?:sorry|hm+|oh),? )?(?:i am (?:afraid|sorry),? )?i (?:do not|can not) (?:know|remember|recall|have) ?(?:it|that)?[.!]*$/;

/** "I don't know my account number", said by somebody who does; or no more than that, to who asks for nothing else. */
function unknownFact(text: string, { golden, turns }: SaidLine): Slot | null {
  const { names } = agendaOf(golden);
  const [hit] = hitsIn(tokensOf(notKnown.exec(text)?.[1] ?? ""), names);
  if (hit?.from === 0 && names.given.includes(hit.slot)) return isTold(hit.slot, text) ? hit.slot : null;
  if (!bare.test(text)) return null;
  const [asked, ...more] = readLast(golden, turns)?.demands ?? [];
  const isSure = asked?.kind === "fact" && asked.label !== null && !asked.yesNo && more.length === 0;
  return isSure && names.given.includes(asked.slot) && isTold(asked.slot, text) ? asked.slot : null;
}

const isTold = (slot: Slot, text: string): boolean => slot.shown !== null && !quotes(text, slot);

const noAndNothingElse =
  /^(?:no|nope|nah)\b,? ?(?:thank you|thanks|sorry)?[,.! ]*(?:(?:please )?(?:do not|stop)(?: do)?(?: (?:that|it|this))?|i (?:do not|would not) (?:want|like) (?:that|it|this|you to|to)(?: do (?:that|it|this))?|leave it(?: as it is)?|i would rather not|rather not)?[,.! ]*(?:please|thank you|thanks)?[.! ]*$/;

/** A "No" and no reason, to a proposal that names the user's own wish and has all of its facts right. */
function declinesOwnWish(text: string, { golden, turns }: SaidLine): boolean {
  if (!noAndNothingElse.test(text)) return false;
  const reading = readLast(golden, turns);
  const [asked, ...more] = reading?.demands ?? [];
  if (reading === null || asked?.kind !== "confirm" || asked.turned || more.length > 0) return false;
  const { wanted } = agendaOf(golden);
  return reading.parts.some(({ act, text: said }) => act === "confirm" && namesWish(said, wanted));
}

function readLast(golden: ConversationalGolden, turns: SaidLine["turns"]) {
  const last = turns.at(-1);
  return last?.role === "assistant" ? read(last.content, agendaOf(golden)) : null;
}
