import type { ConversationalGolden } from "../../../golden/conversational-golden.js";
import type { EndReason } from "../../../test-case/conversational-test-case.js";
import { isInserted, type Turn } from "../../../test-case/turn.js";
import { isFarewell } from "../../stopping/farewell.js";
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

/** Whether the user ended a conversation with no more than thanks or a goodbye to somebody who had just asked it something. */
export function leftWithGoodbye(golden: ConversationalGolden, turns: readonly Turn[], { by }: EndReason): boolean {
  const at = turns.findLastIndex(({ role }) => role === "user");
  const line = turns[at];
  if (by !== "user" || line === undefined || at < (golden.turns?.length ?? 0) || isInserted(line)) return false;
  return isFarewell(line.content) && awaitsAnswer(golden, turns.slice(0, at));
}
