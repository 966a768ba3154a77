import type { ConversationalGolden } from "../../../golden/conversational-golden.js";
import { isInserted, type Turn } from "../../../test-case/turn.js";
import { agendaOf } from "../agenda/agenda.js";
import { read } from "../agenda/reading.js";

/**
 * Whether the agent's last words ask the user for something, so that whoever leaves now has left it without an answer.
 * Words that also take leave, refuse, report what was done or ask for what else there is wait for none. English.
 */
export function awaitsAnswer(golden: ConversationalGolden, turns: readonly Turn[]): boolean {
  const last = turns.at(-1);
  if (last?.role !== "assistant" || isInserted(last)) return false;
  const { has } = read(last.content, agendaOf(golden));
  return has("request", "confirm") && !has("more", "goodbye", "refusal", "handoff", "report", "mismatch");
}
