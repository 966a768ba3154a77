import type { ConversationalGolden } from "../../../golden/conversational-golden.js";
import type { Turn } from "../../../test-case/turn.js";
import { agendaOf } from "../agenda/agenda.js";
import { normalise } from "../agenda/normalise.js";
import { read } from "../agenda/reading.js";
import type { Slot } from "../agenda/slot-names.js";
import { tokensOf } from "../agenda/tokens.js";
import { hasOwnReasons } from "./against-golden.js";

export interface Withheld {
  /** Number of the turn, from 1, that passed the question over for the second time. */
  readonly turn: number;
  /** What the fact is called. */
  readonly words: string;
}

/** Characters of a line or a reply that are read: in a longer line anything may be told, and a longer reply asks for nothing. */
const MOST_READ = 8000;
/** Passed over once, it may have been forgotten over something else. */
const TIMES = 2;

/**
 * The first fact of its golden that a user was asked for in two of the agent's turns, and told in none of its own lines nor
 * said why not. Null: there is none, or the golden may have reasons for it. English, and only facts that nobody tells in
 * other words: no dates, times and amounts.
 */
export function withheldFact(
  golden: ConversationalGolden,
  turns: readonly Turn[],
  isOwn: (turn: Turn, at: number) => boolean,
): Withheld | null {
  if (hasOwnReasons(golden)) return null;
  const agenda = agendaOf(golden);
  const secrets = agenda.names.given.filter(isPlain);
  const lines = turns.filter(isOwn).map(({ content }) => content);
  if (secrets.length === 0 || lines.some(({ length }) => length > MOST_READ)) return null;
  const said = lines.map(normalise);
  const untold = secrets.filter((slot) => said.every((text) => !touches(text, slot)));
  if (untold.length === 0) return null;
  const passed = new Map<Slot, number>();
  for (const [at, turn] of turns.entries()) {
    const asked = turns[at - 1];
    if (!isOwn(turn, at) || asked?.role !== "assistant" || asked.content.length > MOST_READ) continue;
    if (answersOtherwise.test(normalise(turn.content))) continue;
    for (const demand of read(asked.content, agenda).demands) {
      if (demand.kind !== "fact" || demand.label === null || demand.yesNo || !untold.includes(demand.slot)) continue;
      const times = (passed.get(demand.slot) ?? 0) + 1;
      if (times === TIMES) return { turn: at + 1, words: demand.slot.words };
      passed.set(demand.slot, times);
    }
  }
  return null;
}

/** It asks back, does not know, or will not say: an answer of its own. */
const answersOtherwise =
  /\?|\b(?:not|never|cannot|unable|refuse|rather|later|moment|wait|hold on|looking|look(?:ing)? for|find|forgot(?:ten)?|lost|unsure|why|no idea|private|sorry|already|on file|you (?:have|had|got|should|must|know)|profile|accounts?|records?|told|said|gave|sent|above|same|before)\b/;

const dated = /\d{4}-\d{2}-\d{2}|\d{1,2}[:/.]\d{2}|\b\d{1,3}(?:[.,]\d+)?$/;

/** A code or a name, which is told as it is or not at all. */
const isPlain = ({ value, shown }: Slot): boolean =>
  typeof value === "string" && shown !== null && shown.length > 2 && !dated.test(value.trim());

const spoken =
  /(?<!\p{L})(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|\p{L}{3,6}(?:teen|ty)|hundred|thousand|double)(?!\p{L})/gu;

/** Whether a line may tell it: it has a digit or is spelt out, where the value has digits; else it has one of its words. */
function touches(text: string, { shown }: Slot): boolean {
  if (shown === null) return true;
  if (/\d/.test(shown)) return /\d/.test(text) || (text.match(spoken)?.length ?? 0) > 1;
  const words = new Set(tokensOf(text).map(({ stem }) => stem));
  return tokensOf(shown).some(({ stem }) => words.has(stem));
}
