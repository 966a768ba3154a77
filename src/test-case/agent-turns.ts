import type { ConversationalTestCase } from "./conversational-test-case.js";
import { isInserted, type Turn } from "./turn.js";

/** A turn that happened. */
export interface AgentTurn {
  readonly turn: Turn;
  /** Over all turns of the conversation, from 1. */
  readonly number: number;
}

/** The turns that happened, without those that the golden began with or a script put in, in order. */
export const happenedTurns = ({ turns, seededTurns = 0 }: ConversationalTestCase): readonly AgentTurn[] =>
  turns
    .slice(seededTurns)
    .map((turn, index) => ({ turn, number: seededTurns + index + 1 }))
    .filter(({ turn }) => !isInserted(turn));

/** What the assistant answered to one turn of the user, mostly one turn. */
export type Reply = readonly AgentTurn[];

/** The replies of the agent: assistant turns that follow each other are one. */
export function repliesOf(testCase: ConversationalTestCase): readonly Reply[] {
  const replies: AgentTurn[][] = [];
  let reply: AgentTurn[] | null = null;
  for (const happened of happenedTurns(testCase)) {
    if (happened.turn.role === "user") reply = null;
    else if (reply === null) replies.push((reply = [happened]));
    else reply.push(happened);
  }
  return replies;
}

/** The trace that a turn's `traceId` leads to: a trace of many exchanges has an id for each. */
export function tracesByTurn({ traces = [] }: ConversationalTestCase): (traceId: string) => string {
  const ids = new Map<string, string>();
  traces.forEach(({ traceId, turns }, index) => {
    for (const id of [...(traceId === null ? [] : [traceId]), ...turns.map((turn) => turn.traceId)]) {
      if (!ids.has(id)) ids.set(id, `#${String(index)}`);
    }
  });
  return (traceId) => ids.get(traceId) ?? traceId;
}
