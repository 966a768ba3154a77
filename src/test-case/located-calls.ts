import { repliesOf, tracesByTurn, type AgentTurn, type Reply } from "./agent-turns.js";
import type { ConversationalTestCase } from "./conversational-test-case.js";
import { isConversational, type TestCase } from "./metric.js";
import type { ToolCall } from "./tool-call.js";
import { isObserved, observedAlone } from "./observed-tools.js";
import { isToolPattern } from "./tool-pattern.js";
import { uniteCalls } from "./unite-calls.js";
import { untoldReplies } from "./untold-replies.js";

/** A call, and where it happened. */
export interface LocatedCall {
  readonly call: ToolCall;
  /**
   * Number of the turn, from 1; one more than there are turns where the conversation broke off in it. Null in a
   * single-turn test case, and where the trace of a call belongs to no turn.
   */
  readonly turn: number | null;
  /** Number of the call in its turn, from 1. */
  readonly position: number;
}

/** The calls of a test case as far as they are known. */
export interface KnownCalls {
  /** In order. */
  readonly calls: readonly LocatedCall[];
  /** False: there may have been others. What must not have happened can't be told then. */
  readonly complete: boolean;
  /** Where it is known of these tools alone that they were not called besides. Absent: of all, as far as `complete` says. */
  readonly observed?: readonly string[];
}

/** Whether every call of a tool is known. A pattern asks for no tool by name. */
export const knowsCallsOf = (name: string, { complete, observed }: KnownCalls): boolean =>
  complete && (observed === undefined || isToolPattern(name) || isObserved(name, observed));

/**
 * Every call that the agent made, in order: those that it states and those that were recorded, each once. Null where it
 * is not known of every reply which tools were called. Turns that the golden began with did not happen.
 */
export function locatedCalls(testCase: TestCase): readonly LocatedCall[] | null {
  const { calls, complete } = knownCalls(testCase);
  return complete ? calls : null;
}

/** The same, as far as it is known. */
export function knownCalls(testCase: TestCase): KnownCalls {
  if (isConversational(testCase)) return callsOfConversation(testCase);
  const { stated, unstated } = uniteCalls(testCase.toolsCalled ?? [], testCase.trace?.toolsCalled ?? []);
  return {
    calls: locate([...stated, ...unstated], null),
    complete: testCase.toolsCalled !== undefined,
    ...alone(testCase.trace?.observedTools),
  };
}

const alone = (observed: readonly string[] | undefined): Pick<KnownCalls, "observed"> =>
  observed === undefined ? {} : { observed };

function callsOfConversation(testCase: ConversationalTestCase): KnownCalls {
  const { turns, seededTurns = 0, traces = [], error } = testCase;
  const byTurn = turns.map(({ toolsCalled = [] }, index) => (index < seededTurns ? [] : toolsCalled));
  const replies = repliesOf(testCase);
  const owners = ownersOf(testCase, replies);
  const unowned: ToolCall[] = [];
  traces.forEach(({ toolsCalled }, index) => {
    const owner = owners.get(`#${String(index)}`);
    if (owner === undefined) unowned.push(...toolsCalled);
    else {
      const unstated = addRecorded(byTurn, owner.turns, toolsCalled);
      byTurn[owner.at] = [...(byTurn[owner.at] ?? []), ...unstated];
    }
  });
  // A trace that leads to no turn may be that of any turn that leads to no trace.
  const untraced = replies.flat().filter(({ turn }) => turn.traceId === undefined);
  const untold = untoldReplies(testCase, "toolsCalled");
  const unplaced = addRecorded(byTurn, untraced, unowned);
  const placed = byTurn.flatMap((calls, index) => locate(calls, index + 1));
  return {
    calls: [...placed, ...locate(unplaced, error === undefined ? null : turns.length + 1)],
    // An agent that was never asked is as unknown as one that was not traced.
    complete: replies.length > 0 && untold.length === 0,
    ...alone(observedAlone(testCase)),
  };
}

interface Owner {
  /** All of the replies that a trace recorded. */
  readonly turns: readonly AgentTurn[];
  /** Index of the last turn that leads to the trace: a call that no turn states is taken to be of that one. */
  readonly at: number;
}

function ownersOf(testCase: ConversationalTestCase, replies: readonly Reply[]): ReadonlyMap<string, Owner> {
  const traceOf = tracesByTurn(testCase);
  const owners = new Map<string, { turns: AgentTurn[]; at: number }>();
  for (const reply of replies) {
    const traces = new Map<string, number>();
    for (const { turn, number } of reply) if (turn.traceId !== undefined) traces.set(traceOf(turn.traceId), number - 1);
    for (const [trace, at] of traces) {
      const owner = owners.get(trace);
      if (owner === undefined) owners.set(trace, { turns: [...reply], at });
      else {
        owner.turns.push(...reply);
        owner.at = at;
      }
    }
  }
  return owners;
}

/** Completes what these turns state by what was recorded, and returns what none of them states. */
function addRecorded(
  byTurn: (readonly ToolCall[])[],
  turns: readonly AgentTurn[],
  recorded: readonly ToolCall[],
): readonly ToolCall[] {
  const lists = turns.map(({ number }) => byTurn[number - 1] ?? []);
  const [only] = lists;
  const { stated, unstated } = uniteCalls(lists.length === 1 && only !== undefined ? only : lists.flat(), recorded);
  let from = 0;
  turns.forEach(({ number }, index) => {
    const to = from + (lists[index]?.length ?? 0);
    byTurn[number - 1] = stated.slice(from, to);
    from = to;
  });
  return unstated;
}

const locate = (calls: readonly ToolCall[], turn: number | null): LocatedCall[] =>
  calls.map((call, index) => ({ call, turn, position: index + 1 }));
