import type { ConversationalGolden } from "../../../golden/conversational-golden.js";
import { cut } from "../../../test-case/cut.js";
import type { Turn } from "../../../test-case/turn.js";
import { agendaOf } from "../agenda/agenda.js";
import { normalise } from "../agenda/normalise.js";
import { read } from "../agenda/reading.js";
import { isWayward, rootsOf } from "./off-goal.js";
import { answers } from "./answering.js";
import { isGreeting } from "./small-talk.js";

export interface Evaded {
  /** Number of the turn, from 1, that gave no answer for the third time. */
  readonly turn: number;
  /** What it said there, as far as a message shows it. */
  readonly said: string;
}

/** Once or twice, something else may have come up. */
const TIMES = 3;
/** Longer lines and replies are not read: somewhere in them may be an answer. */
const MOST_READ = 2000;

/**
 * A user that answered what it was asked with nothing that could be an answer, three times: it greeted, or, asked for a yes
 * or a no, said what has neither of them nor a word of the question or of its golden. Null: it did not, or its golden has
 * it talk so. English.
 */
export function evadedQuestion(
  golden: ConversationalGolden,
  turns: readonly Turn[],
  isOwn: (turn: Turn, at: number) => boolean,
): Evaded | null {
  if (!/^en/i.test(golden.language ?? "en") || isWayward(golden)) return null;
  const agenda = agendaOf(golden);
  const known = rootsOf([agenda.known, agenda.wish]);
  let times = 0;
  for (const [at, turn] of turns.entries()) {
    const asked = turns[at - 1];
    if (!isOwn(turn, at) || asked?.role !== "assistant") continue;
    if (turn.content.length > MOST_READ || asked.content.length > MOST_READ) continue;
    const { demands } = read(asked.content, agenda);
    const forConsent = demands.length > 0 && demands.every(({ kind }) => kind === "confirm");
    const isEvasion = forConsent && saysNothingTo(turn.content, [...known, ...rootsOf([asked.content])]);
    if (!isEvasion && !(demands.length > 0 && isGreeting(turn.content))) continue;
    times += 1;
    if (times === TIMES) return { turn: at + 1, said: cut(turn.content, 60) };
  }
  return null;
}

function saysNothingTo(line: string, about: readonly string[]): boolean {
  const text = normalise(line);
  if (text.trim() === "" || answers(text)) return false;
  const meant = new Set(about);
  return [...rootsOf([text])].every((root) => !meant.has(root));
}
