import { RehearsalError } from "../../errors.js";
import { nameOf } from "../../test-case/plain-messages.js";
import { rulesOf, type Rule } from "./rules.js";

export interface InterceptOptions {
  /**
   * What becomes of tools that have no rule and are not known only to read (by `write: false` where the tool is wrapped, by
   * a hint of its MCP server, or by a name such as `get_order`): `refuse` tells the agent that they failed. Default:
   * `"pass"`.
   */
  readonly writes?: "pass" | "refuse";
}

/** What a simulation does with the tools of the agent. Plain and shared: what is counted is counted per conversation. */
export interface InterceptPlan {
  readonly rules: ReadonlyMap<string, readonly Rule[]>;
  readonly writes: "pass" | "refuse";
}

/** Rules by the name of the tool. Of a list the first that applies to a call counts; a fault that doesn't leads to the next. */
export type InterceptRules = { readonly [tool: string]: Rule | readonly Rule[] };

/**
 * Plans what becomes of an agent's real tools in a simulation: whatever `observe` wraps, MCP clients and OpenAI's
 * `runTools` where they are instrumented, and what went through `interceptAISDKTools`, `interceptLangChainTools` or `interceptMcpClient`. Only
 * calls made within a simulation that goes by the plan are touched.
 *
 * @example
 * const intercept = interceptTools(
 *   { lookup_order: pass, refund_order: [fault({ on: 1, kind: "timeout" }), mock({ ok: true })] },
 *   { writes: "refuse" },
 * );
 */
export function interceptTools(rules: InterceptRules, { writes = "pass" }: InterceptOptions = {}): InterceptPlan {
  if (writes !== "pass" && writes !== "refuse")
    throw new RehearsalError(
      "invalid_input",
      `interceptTools: writes must be "pass" or "refuse", not ${nameOf(writes)}.`,
    );
  const known = Object.entries(rules).map(([name, given]) => [name, rulesOf(name, given)] as const);
  return Object.freeze({ rules: new Map(known), writes });
}
