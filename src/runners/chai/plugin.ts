import { addMatcher } from "./add-matcher.js";
import { addAsyncMatcher, addJudgingMatcher } from "./async-matcher.js";
import { addCallMatchers } from "./call-matchers.js";
import { wasCommunicated, wasEndedBy, wasRetrieved } from "./content.js";
import { settle, type Outcome } from "./outcome.js";
import { passMetrics } from "./pass-metrics.js";
import { interruptedAtMost, latencyWithin } from "./replies.js";
import { satisfyGolden } from "./satisfy-golden.js";
import { subjectOf, type Subject } from "./subject.js";

/**
 * The chai plugin: matchers on test cases of both kinds, turns and traces.
 *
 * @example
 * import { use } from "chai";
 * import { rehearsalChai } from "rehearsal/chai";
 * const { expect } = use(rehearsalChai);
 * expect(testCase).to.have.calledTool("refund_order", { order_id: "A-1042" }).once.and.before("send_email");
 */
export const rehearsalChai: Chai.ChaiPlugin = (chai, utils) => {
  addCallMatchers(chai, utils);
  const add = <Arg>(name: string, find: (subject: Subject, arg: Arg, negated: boolean) => Outcome): void =>
    addMatcher<[Arg]>(chai, utils, name, (assertion, arg) => {
      const negated = utils.flag(assertion, "negate") === true;
      const subject = subjectOf(utils.flag(assertion, "object"));
      settle(find(subject, arg, negated), subject, assertion, chai, utils);
    });
  add("retrieved", wasRetrieved);
  add("communicated", wasCommunicated);
  add("latency", latencyWithin);
  add("interruptions", interruptedAtMost);
  add("endedBy", wasEndedBy);
  addAsyncMatcher(chai, utils, "passMetrics", passMetrics);
  addJudgingMatcher(chai, utils, "satisfyGolden", satisfyGolden);
};
