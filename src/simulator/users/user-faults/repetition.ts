import type { Turn } from "../../../test-case/turn.js";
import { agendaOf } from "../agenda/agenda.js";
import { normalise } from "../agenda/normalise.js";
import { read } from "../agenda/reading.js";
import { quotes } from "../agenda/slot-names.js";
import { isGreeting } from "./small-talk.js";
import type { SaidLine } from "./user-fault.js";

/** "Yes, please." and "I don't know." are said more than once by anybody. */
const FEWEST_WORDS = 5;
/** A fact may be told again, but not over and over to who asks for a yes or a no. */
const FACT_TIMES = 3;
/** Whoever is not heard greets twice. */
const GREETING_TIMES = 3;

/** Letters and digits only. */
export const plainOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * The number of the earlier turn, from 1, that the line says again word by word. Null: there is none, or it answers a
 * question that was asked again: one that the agent repeats, or one for a fact. Whoever got no answer asks again, too. A
 * short line is said again by anybody, but for a greeting.
 */
export function repeatedTurn({ say, golden, turns }: SaidLine): number | null {
  const plain = plainOf(say);
  const isSame = ({ role, content }: Turn): boolean => role === "user" && plainOf(content) === plain;
  const at = turns.findLastIndex(isSame);
  if (at < 0) return null;
  const times = turns.filter(isSame).length + 1;
  const replied = replyBefore(turns.length, turns);
  if (isGreeting(say)) return times >= GREETING_TIMES && replied !== "" ? at + 1 : null;
  const text = normalise(say);
  if (agendaOf(golden).names.given.some((slot) => quotes(text, slot)))
    return times >= FACT_TIMES && !answersConsent(text) && asksForConsent(golden, turns.at(-1)) ? at + 1 : null;
  if (plain.split(" ").length < FEWEST_WORDS) return null;
  return replied === "" || (replied !== null && replied === replyBefore(at, turns)) ? null : at + 1;
}

const answersConsent = (text: string): boolean =>
  /\?|\b(?:yes|yeah|yep|sure|ok|okay|please|go|do|right|correct|no|not|never|stop|wait|but|if|already|told|said)\b/.test(
    text,
  );

/** Whether a reply asks for a yes or a no, and for nothing else. */
function asksForConsent(golden: SaidLine["golden"], reply: Turn | undefined): boolean {
  if (reply?.role !== "assistant") return false;
  const { demands, has } = read(reply.content, agendaOf(golden));
  return demands.length > 0 && demands.every(({ kind }) => kind === "confirm") && !has("lost", "mismatch");
}

/** Empty: the agent said no word. Null: it was not its turn. */
function replyBefore(at: number, turns: SaidLine["turns"]): string | null {
  const turn = turns[at - 1];
  return turn?.role === "assistant" ? plainOf(turn.content) : null;
}
