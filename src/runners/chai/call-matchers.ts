import { matchToolCalls } from "../../metrics/trajectory/match-tool-calls.js";
import type { ToolMatchOptions } from "../../metrics/trajectory/tool-match-result.js";
import type { JsonObject } from "../../test-case/json.js";
import type { ToolCallInput } from "../../test-case/tool-call.js";
import { calledBeside, calledTimes, callsIn, findCalls, wasCalled, type FoundCalls } from "./called-tool.js";
import { settle, type Outcome } from "./outcome.js";
import { subjectOf, type Subject } from "./subject.js";

/** The flag by which `.once` and the like know which calls they are about. */
const FOUND = "rehearsal.calls";

/** Adds `calledTool` with what can be chained to it, and `calledTools`. */
export function addCallMatchers(chai: Chai.ChaiStatic, utils: Chai.ChaiUtils): void {
  const { prototype } = chai.Assertion as unknown as { prototype: object };

  utils.addMethod(prototype, "calledTool", function calledTool(this: object, name: string, args?: JsonObject): void {
    const negated = utils.flag(this, "negate") === true;
    const subject = subjectOf(utils.flag(this, "object"));
    const calls = findCalls(subject, name, args, negated);
    settle("unknown" in calls ? calls : wasCalled(calls, name), subject, this, chai, utils);
    utils.flag(this, FOUND, negated ? "negated" : calls);
  });

  utils.addMethod(
    prototype,
    "calledTools",
    function calledTools(this: object, list: ToolCallInput[], match?: ToolMatchOptions): void {
      const subject = subjectOf(utils.flag(this, "object"));
      settle(matchAll(subject, list, match), subject, this, chai, utils);
    },
  );

  const chained = (name: string, assertion: object, find: (calls: FoundCalls) => Outcome): void => {
    const calls: unknown = utils.flag(assertion, FOUND);
    if (calls === undefined)
      throw new TypeError(`say which calls you mean before .${name}, as in calledTool("refund").${name}`);
    if (calls === "negated")
      throw new TypeError(
        `after .not.calledTool(...) there are no calls left to be ${name}; leave the .not out, or put it after calledTool(...)`,
      );
    const found = calls as FoundCalls;
    settle(find(found), found.subject, assertion, chai, utils);
  };
  const addCount = (name: string, times: number): void =>
    utils.addProperty(prototype, name, function count(this: object): void {
      chained(name, this, (calls) => calledTimes(calls, times));
    });
  addCount("once", 1);
  addCount("twice", 2);
  utils.addMethod(prototype, "exactly", function exactly(this: object, times: number): void {
    chained("exactly", this, (calls) => calledTimes(calls, times));
  });
  for (const order of ["before", "after"] as const) {
    utils.addMethod(prototype, order, function beside(this: object, tool: string): void {
      chained(order, this, (calls) => calledBeside(calls, order, tool));
    });
  }
  utils.addMethod(prototype, "inTurn", function inTurn(this: object, turn: number): void {
    chained("inTurn", this, (calls) => wasCalled(callsIn(calls, turn), ""));
    utils.flag(this, FOUND, callsIn(utils.flag(this, FOUND) as FoundCalls, turn));
  });
}

function matchAll({ calls, what }: Subject, expected: readonly ToolCallInput[], match?: ToolMatchOptions): Outcome {
  if (calls === null) return { unknown: `it is not known which tools were called in ${what}: it was not traced` };
  const { verdict, message } = matchToolCalls(calls, expected, match);
  if (verdict !== "passed" && verdict !== "failed") return { unknown: message };
  return { holds: verdict === "passed", unmet: message, met: `expected other calls in ${what}: ${message}` };
}
