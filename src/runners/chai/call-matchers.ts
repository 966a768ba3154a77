import { RehearsalError } from "../../errors.js";
import { matchKnownCalls } from "../../metrics/trajectory/match-known-calls.js";
import type { ToolMatchOptions } from "../../metrics/trajectory/tool-match-result.js";
import type { JsonObject } from "../../test-case/json.js";
import { isConversational } from "../../test-case/metric.js";
import type { ToolCallInput } from "../../test-case/tool-call.js";
import { addMatcher, addPropertyMatcher } from "./add-matcher.js";
import {
  calledBeside,
  calledTimes,
  callsIn,
  findCalls,
  notAllKnown,
  wasCalled,
  type FoundCalls,
} from "./called-tool.js";
import { settle, type Outcome } from "./outcome.js";
import { subjectOf, type Subject } from "./subject.js";

/** The flag by which `.once` and the like know which calls they are about. */
const FOUND = "rehearsal.calls";

/** Adds `calledTool` with what can be chained to it, and `calledTools`. */
export function addCallMatchers(chai: Chai.ChaiStatic, utils: Chai.ChaiUtils): void {
  const add = <Args extends unknown[]>(name: string, match: (assertion: object, ...args: Args) => void): void =>
    addMatcher<Args>(chai, utils, name, match);

  add("calledTool", (assertion, name: string, args?: JsonObject) => {
    const negated = utils.flag(assertion, "negate") === true;
    const subject = subjectOf(utils.flag(assertion, "object"));
    const calls = findCalls(subject, name, args, negated);
    settle("unknown" in calls ? calls : wasCalled(calls, name), subject, assertion, chai, utils);
    utils.flag(assertion, FOUND, negated ? "negated" : calls);
  });

  add("calledTools", (assertion, list: readonly ToolCallInput[], match?: ToolMatchOptions) => {
    const subject = subjectOf(utils.flag(assertion, "object"));
    settle(matchAll(subject, list, match), subject, assertion, chai, utils);
  });

  const chained = (name: string, assertion: object, find: (calls: FoundCalls) => Outcome): void => {
    const calls: unknown = utils.flag(assertion, FOUND);
    if (calls === undefined) {
      const example = `as in expect(testCase).to.have.calledTool("refund").${name}`;
      throw new RehearsalError("invalid_input", `say which calls you mean before .${name}, ${example}`);
    }
    if (calls === "negated") {
      throw new RehearsalError(
        "invalid_input",
        `after .not.calledTool(...) there are no calls left to be ${name}; leave the .not out, or put it after calledTool(...)`,
      );
    }
    const found = calls as FoundCalls;
    settle(find(found), found.subject, assertion, chai, utils);
  };
  const addCount = (name: string, times: number): void =>
    addPropertyMatcher(chai, utils, name, (assertion) => {
      chained(name, assertion, (calls) => calledTimes(calls, times));
    });
  addCount("once", 1);
  addCount("twice", 2);
  add("exactly", (assertion, times: number) => {
    chained("exactly", assertion, (calls) => calledTimes(calls, times));
  });
  for (const order of ["before", "after"] as const) {
    add(order, (assertion, tool: string) => {
      chained(order, assertion, (calls) => calledBeside(calls, order, tool));
    });
  }
  add("inTurn", (assertion, turn: number) => {
    chained("inTurn", assertion, (calls) => {
      checkTurn(calls.subject, turn);
      return wasCalled(callsIn(calls, turn), "");
    });
    utils.flag(assertion, FOUND, callsIn(utils.flag(assertion, FOUND) as FoundCalls, turn));
  });
}

/** In a turn that is not there nothing happens, so that `.not` would hold of any number. */
function checkTurn({ what, testCase }: Subject, turn: number): void {
  if (testCase === undefined || !isConversational(testCase)) {
    throw new RehearsalError("invalid_input", `inTurn() speaks of a turn of a conversation, and ${what} has none`);
  }
  // In the turn after the last one a conversation may have broken off.
  const last = testCase.turns.length + (testCase.error === undefined ? 0 : 1);
  if (turn <= last) return;
  throw new RehearsalError("invalid_input", `inTurn(${String(turn)}): ${what} has turns 1 to ${String(last)}`);
}

function matchAll(subject: Subject, expected: readonly ToolCallInput[], match: ToolMatchOptions = {}): Outcome {
  const { what, calls } = subject;
  const { verdict, message } = matchKnownCalls(calls, expected, match, notAllKnown(subject).unknown);
  if (verdict !== "passed" && verdict !== "failed") return { unknown: message };
  return { holds: verdict === "passed", unmet: message, met: `expected other calls in ${what}: ${message}` };
}
