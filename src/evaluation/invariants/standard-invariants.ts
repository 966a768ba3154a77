import type { ToolPolicy } from "../../metrics/trajectory/forbidden-calls.js";
import type { Writes } from "./calls.js";
import { everyTurnAnswered } from "./every-turn-answered.js";
import type { Invariant } from "./invariant.js";
import { noAnsweredQuestions } from "./no-answered-questions.js";
import { noClaimsWithoutCalls } from "./no-claims-without-calls.js";
import { noEndlessCalls } from "./no-endless-calls.js";
import { noFailuresAsSuccess } from "./no-failures-as-success.js";
import { noForbiddenTools } from "./no-forbidden-tools.js";
import { noLeaks, type LeakOptions } from "./no-leaks.js";
import { noRepeatedWrites } from "./no-repeated-writes.js";
import { noUnconfirmedCalls } from "./no-unconfirmed-calls.js";

export interface StandardInvariantOptions extends LeakOptions, ToolPolicy {
  /** Which tools change something. Default: as the environment declares it, else all whose names don't say that they look. */
  readonly writes?: Writes;
  /** Tools that need the user's consent. Default: the golden's `confirmBefore`. */
  readonly confirmBefore?: readonly string[];
}

/** All invariants that come with the package. Filter them by `name`, or add your own. */
export function standardInvariants(options: StandardInvariantOptions = {}): readonly Invariant[] {
  const { writes, confirmBefore } = options;
  const writing = writes === undefined ? {} : { writes };
  return [
    noRepeatedWrites(writing),
    noFailuresAsSuccess(writing),
    noClaimsWithoutCalls(writing),
    noAnsweredQuestions(),
    noEndlessCalls(),
    noForbiddenTools(options),
    noUnconfirmedCalls(confirmBefore === undefined ? {} : { tools: confirmBefore }),
    noLeaks(options),
    everyTurnAnswered(),
  ];
}
