/// <reference types="chai" preserve="true" />
import type { GoldenInput } from "../../golden/golden.js";
import type { ConversationalGoldenInput } from "../../golden/conversational-golden.js";
import type { ToolMatchOptions } from "../../metrics/trajectory/tool-match-result.js";
import type { LatencyBudget } from "../../test-case/budgets.js";
import type { EndReason } from "../../test-case/conversational-test-case.js";
import type { Metric } from "../../test-case/metric.js";
import type { ToolCallInput } from "../../test-case/tool-call.js";

declare global {
  namespace Chai {
    interface Assertion {
      /**
       * A call of this tool, whose arguments contain the given ones. With `.not`: not even an attempt. What follows speaks
       * of the calls found: `.once`, `.twice`, `.exactly(n)`, `.before(tool)`, `.after(tool)`, `.inTurn(n)`.
       */
      calledTool(name: string, args?: { readonly [name: string]: unknown }): Assertion;
      /** One call, after `calledTool`. */
      readonly once: Assertion;
      /** Two calls, after `calledTool`. */
      readonly twice: Assertion;
      /** So many calls, after `calledTool`. */
      exactly(times: number): Assertion;
      /** After `calledTool`: the first of the calls comes before the first call of this tool, which must be called too. */
      before(tool: string): Assertion;
      /** After `calledTool`: the first of the calls comes after the first call of this tool. */
      after(tool: string): Assertion;
      /** After `calledTool`: in the turn of this number, from 1; what follows speaks of the calls in it. */
      inTurn(turn: number): Assertion;
      /** These calls; at least these, in any order, unless `mode` says otherwise. */
      calledTools(calls: readonly ToolCallInput[], match?: ToolMatchOptions): Assertion;
      /** A passage of this id, whose source contains this, or whose text does. */
      retrieved(idSourceOrText: string): Assertion;
      /** The user was told: numbers and amounts by value, other text by words. */
      communicated(fact: string): Assertion;
      /** Latencies of the replies in milliseconds, each bound inclusive. */
      latency(bounds: LatencyBudget): Assertion;
      /** Replies that the user cut off. */
      interruptions(bound: { readonly atMost: number }): Assertion;
      /** Who or what ended the conversation. */
      endedBy(by: EndReason["by"]): Assertion;
      /** Everything that the golden states and that code can decide. */
      satisfyGolden(golden: GoldenInput | ConversationalGoldenInput): Assertion;
      /** Every one of these metrics, and not what the test case itself states. To be awaited. */
      passMetrics(metrics: readonly Metric[]): Promise<Assertion>;
    }
  }
}

/** What `expect` gives, with the matchers of this package. */
export type RehearsalAssertion = Chai.Assertion;
