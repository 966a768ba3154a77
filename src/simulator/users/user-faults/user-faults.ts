import type { ConversationalGolden } from "../../../golden/conversational-golden.js";
import type { ConversationalTestCase } from "../../../test-case/conversational-test-case.js";
import { isInserted, type Turn } from "../../../test-case/turn.js";
import { agendaOf } from "../agenda/agenda.js";
import { read } from "../agenda/reading.js";
import { corpusOf } from "./corpus.js";
import { evadedQuestion } from "./evaded.js";
import { faultsOf } from "./line-faults.js";
import { isOffGoal, isOffGoalThen, isOnlySmallTalk } from "./off-goal.js";
import type { UserFault } from "./user-fault.js";
import { withheldFact } from "./withheld.js";

export { leftWithGoodbye } from "./awaits-answer.js";

export interface LocatedUserFault extends UserFault {
  /** Number of the turn, from 1. Null: it is in how the user ended the conversation. */
  readonly turn: number | null;
}

interface Ended {
  readonly golden: ConversationalGolden;
  readonly turns: readonly Turn[];
  readonly endReason?: ConversationalTestCase["endReason"];
}

/**
 * What the simulated user of a finished conversation did wrong, in order. The golden's own turns and those of a script
 * are not the user's. Of each invented fact the first mention counts: later on it is known.
 */
export function userFaults({ golden, turns, endReason }: Ended): readonly LocatedUserFault[] {
  const known = corpusOf(golden);
  const faults: LocatedUserFault[] = [];
  turns.forEach((turn, at) => {
    if (isOwn(golden, turn, at)) {
      const line = { golden, turns: turns.slice(0, at), say: turn.content };
      for (const fault of faultsOf(line, known)) faults.push({ ...fault, turn: at + 1 });
    }
    known.add(turn.content);
  });
  if (endReason?.fault === "empty") {
    faults.push({ kind: "empty", detail: "no words at all, however often its model was asked", turn: null });
  }
  return [...faults, ...straying({ golden, turns, endReason })];
}

/** A user that is off its goal, keeps back what it is asked for, or ends the conversation before it says any word. */
export function straying({ golden, turns, endReason }: Ended): readonly LocatedUserFault[] {
  const [first, ...more] = turns.flatMap((turn, at) => (isOwn(golden, turn, at) ? [at] : []));
  if (golden.turns?.some(({ role }) => role === "user") === true || golden.persona?.muted === true) return [];
  if (first === undefined) {
    const isOver = endReason?.by === "user" && endReason.fault !== "empty";
    return isOver ? [{ kind: "off_goal", detail: "ended the conversation before it said anything", turn: null }] : [];
  }
  const lines = [first, ...more].map((at) => turns[at]?.content ?? "");
  const fault = (detail: string, turn: number): LocatedUserFault[] => [{ kind: "off_goal", detail, turn }];
  if (isOffGoal(golden, lines))
    return fault(`not a word of its ${String(lines.length)} lines is about its scenario`, first + 1);
  if (isOnlySmallTalk(golden, lines) && (first === 0 || wasAsked(golden, turns)))
    return fault("all that it said is greetings, thanks or goodbyes", first + 1);
  const own = (turn: Turn, at: number): boolean => isOwn(golden, turn, at);
  const withheld = withheldFact(golden, turns, own);
  if (withheld !== null)
    return fault(`was asked for its ${withheld.words} more than once, and never told it`, withheld.turn);
  const evaded = evadedQuestion(golden, turns, own);
  if (evaded !== null)
    return fault(`gave no answer to what it was asked, three times, and here said "${evaded.said}"`, evaded.turn);
  const later = lines.filter((line) => line !== golden.opening);
  const replies = turns.flatMap(({ role, content }) => (role === "assistant" ? [content] : []));
  if (isOffGoalThen(golden, later, replies))
    return fault("not a word of what it said after its opening is about its scenario or what it was told", first + 1);
  return [];
}

/** Whether the agent asked for anything: whoever is only told something need say no more than thanks. */
const wasAsked = (golden: ConversationalGolden, turns: readonly Turn[]): boolean =>
  turns.some(
    ({ role, content }) => role === "assistant" && read(content, agendaOf(golden)).has("request", "confirm", "invite"),
  );

const isOwn = (golden: ConversationalGolden, turn: Turn, at: number): boolean =>
  at >= (golden.turns?.length ?? 0) && turn.role === "user" && !isInserted(turn);
