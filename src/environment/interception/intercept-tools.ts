import { RehearsalError } from "../../errors.js";
import { nameOf } from "../../test-case/plain-messages.js";
import { wrongOptions } from "../../test-case/unknown-option.js";
import { rulesOf, type Rule } from "./rules.js";

export interface InterceptOptions {
  /**
   * What becomes of tools that have no rule and are not known only to read (by `write: false` where the tool is wrapped, by
   * a hint of its MCP server, or by a name such as `get_order`): `refuse` tells the agent that they failed. `get_refund`
   * may write: what is no look beyond doubt is refused. Default: `"pass"`.
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
 * `runTools` where they are instrumented, and what went through `interceptAISDKTools`, `interceptLangChainTools` or `interceptMcpClient`. Calls
 * made within a simulation that goes by the plan are touched, and while one is under way those that are made in no
 * conversation: where the plan keeps a tool away, they are refused. Throws a RehearsalError where there is no such option.
 *
 * @example
 * const intercept = interceptTools(
 *   { lookup_order: pass, refund_order: [fault({ on: 1, kind: "timeout" }), mock({ ok: true })] },
 *   { writes: "refuse" },
 * );
 */
export function interceptTools(rules: InterceptRules, options: InterceptOptions = {}): InterceptPlan {
  const misspelt = wrongOptions(options, ["writes"]);
  if (misspelt !== undefined) throw new RehearsalError("invalid_input", `interceptTools: ${misspelt}.`);
  const { writes = "pass" } = options;
  if (writes !== "pass" && writes !== "refuse")
    throw new RehearsalError(
      "invalid_input",
      `interceptTools: writes must be "pass" or "refuse", not ${nameOf(writes)}.`,
    );
  const known = Object.entries(rules).map(([name, given]) => [name, rulesOf(name, given)] as const);
  return Object.freeze({ rules: new Map(known), writes });
}
