import { repliesOf, tracesByTurn, type Reply } from "./agent-turns.js";
import type { ConversationalTestCase } from "./conversational-test-case.js";

/**
 * The replies of which it is not known which tools were called, or what was retrieved. What is known of a reply may stand
 * in any of its turns, and where several replies are in one trace, in one of them.
 */
export function untoldReplies(
  testCase: ConversationalTestCase,
  key: "toolsCalled" | "retrievalContext",
): readonly Reply[] {
  const replies = repliesOf(testCase);
  const traceOf = tracesByTurn(testCase);
  const told = new Set<string>();
  for (const { turn } of replies.flat()) {
    const trace = turn.traceId === undefined ? undefined : traceOf(turn.traceId);
    if (turn[key] !== undefined && trace !== undefined) told.add(trace);
  }
  return replies.filter(
    (reply) =>
      !reply.some(
        ({ turn }) => turn[key] !== undefined || (turn.traceId !== undefined && told.has(traceOf(turn.traceId))),
      ),
  );
}
