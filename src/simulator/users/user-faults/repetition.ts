import { agendaOf } from "../agenda/agenda.js";
import { normalise } from "../agenda/normalise.js";
import { quotes } from "../agenda/slot-names.js";
import type { SaidLine } from "./user-fault.js";

/** "Yes, please." and "I don't know." are said more than once by anybody. */
const FEWEST_WORDS = 5;

/** Letters and digits only. */
export const plainOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * The number of the earlier turn, from 1, that the line says again word by word. Null: there is none, or it answers a
 * question that was asked again: one that the agent repeats, or one for a fact. Whoever got no answer asks again, too.
 */
export function repeatedTurn({ say, golden, turns }: SaidLine): number | null {
  const plain = plainOf(say);
  if (plain.split(" ").length < FEWEST_WORDS) return null;
  const at = turns.findLastIndex(({ role, content }) => role === "user" && plainOf(content) === plain);
  if (at < 0) return null;
  const replied = replyBefore(turns.length, turns);
  if (replied === "" || (replied !== null && replied === replyBefore(at, turns))) return null;
  const text = normalise(say);
  return agendaOf(golden).names.given.some((slot) => quotes(text, slot)) ? null : at + 1;
}

/** Empty: the agent said no word. Null: it was not its turn. */
function replyBefore(at: number, turns: SaidLine["turns"]): string | null {
  const turn = turns[at - 1];
  return turn?.role === "assistant" ? plainOf(turn.content) : null;
}
