import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import { assertedFieldsOf } from "../../test-case/asserted-fields.js";
import { happenedTurns } from "../../test-case/agent-turns.js";
import { conversationalTestCaseSchema, type ConversationalTestCase } from "../../test-case/conversational-test-case.js";
import { seal } from "../../test-case/schema.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import type { Trace } from "../../test-case/trace.js";
import { isInserted, type Turn } from "../../test-case/turn.js";
import { lastTurnOf } from "../stopping.js";
import type { UserRequest } from "../user.js";

/** The conversation so far, as checks see it. */
export interface ScenarioState {
  readonly golden: ConversationalGolden;
  /** The golden's own turns first. */
  readonly turns: readonly Turn[];
  /** Undefined: nobody has spoken in that role yet. */
  readonly lastUserTurn: Turn | undefined;
  readonly lastAssistantTurn: Turn | undefined;
  /** What the agent said since the user's last words. Empty: nothing. */
  readonly reply: string;
  /** All that the agent is known to have called, in order. Undefined: not known. */
  readonly toolsCalled: readonly ToolCall[] | undefined;
  /** What was recorded of its replies. Undefined: nothing is traced. */
  readonly traces: readonly Trace[] | undefined;
  /** User turns generated so far. */
  readonly userTurns: number;
  readonly threadId: string;
  /** The same as a test case, for matchers that take one. */
  readonly testCase: ConversationalTestCase;
  /** Fires when the checks have taken too long. */
  readonly signal: AbortSignal;
}

export function scenarioState(request: UserRequest): ScenarioState {
  const { golden, turns, userTurns, threadId = "", traces } = request;
  let made: ConversationalTestCase | undefined;
  const state = {
    golden,
    turns,
    userTurns,
    threadId,
    traces,
    lastUserTurn: lastTurnOf("user", turns),
    lastAssistantTurn: lastTurnOf("assistant", turns),
    reply: replyIn(turns)?.text ?? "",
    get testCase() {
      return (made ??= testCaseOf(request));
    },
    get toolsCalled() {
      const known = happenedTurns(state.testCase).flatMap(({ turn }) => (turn.toolsCalled ? [turn.toolsCalled] : []));
      return known.length === 0 ? undefined : known.flat();
    },
    get signal() {
      return request.signal;
    },
  };
  return state;
}

/** What the agent said since the user's last words, and the number of its last turn, from 1. Null: nothing. */
export function replyIn(turns: readonly Turn[]): { readonly text: string; readonly turn: number } | null {
  const said = turns.map((turn, at) => ({ turn, number: at + 1 })).filter(({ turn }) => !isInserted(turn));
  const reply = said.slice(said.findLastIndex(({ turn }) => turn.role === "user") + 1);
  const last = reply.at(-1);
  return last === undefined ? null : { text: reply.map(({ turn }) => turn.content).join("\n"), turn: last.number };
}

function testCaseOf({ golden, turns, threadId, traces }: UserRequest): ConversationalTestCase {
  const seededTurns = golden.turns?.length ?? 0;
  const { expectedOutcome } = golden;
  return seal(conversationalTestCaseSchema, {
    name: golden.name ?? golden.id,
    goldenId: golden.id,
    scenario: golden.scenario,
    ...(expectedOutcome !== undefined && { expectedOutcome }),
    ...assertedFieldsOf(golden),
    turns,
    ...(seededTurns > 0 && { seededTurns }),
    ...(threadId !== undefined && { threadId }),
    ...(traces !== undefined && { traces }),
  });
}
