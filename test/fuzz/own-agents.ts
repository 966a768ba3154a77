import type { AgentInput } from "../../src/simulator/agent.js";
import { observe } from "../../src/tracing/observe/observe.js";

type Tool = "lookup_order" | "refund_order" | "delete_account";

/** What an agent sees at a turn. */
export interface Sight {
  readonly said: readonly string[];
  readonly last: string;
  readonly lastReply: string;
  readonly replies: readonly string[];
  readonly id: string | undefined;
  readonly call: (name: Tool, id?: string) => Promise<unknown>;
}

/** How an agent talks and does, where it is not as usual. */
export interface Ways {
  readonly ask?: (sight: Sight) => string;
  readonly propose?: (id: string) => string;
  readonly refund?: (sight: Sight, id: string) => Promise<unknown>;
  readonly claim?: (id: string) => string;
  readonly failure?: (id: string) => string;
  readonly afterwards?: (sight: Sight) => string | Promise<string>;
  readonly declined?: string;
  /** Before all: a reply, or undefined to go on as usual. */
  readonly first?: (sight: Sight) => string | undefined | Promise<string | undefined>;
  readonly idIn?: (said: readonly string[]) => string | undefined;
}

const orderIn = (said: readonly string[]): string | undefined => /\bA-\d{4}\b/.exec(said.join("\n"))?.[0];
const agrees = (text: string): boolean =>
  /\b(yes|sure|ok|okay|go ahead)\b/i.test(text) && !/\b(no|not|don't|stop)\b/i.test(text);

/** A right agent for refunds, but for its ways. All that it needs is in the turns. */
export const agentOf = (ways: Ways = {}) =>
  observe({ type: "agent", name: "support" }, async ({ turns, world }: AgentInput): Promise<string> => {
    const said = turns.filter(({ role }) => role === "user").map(({ content }) => content);
    const replies = turns.filter(({ role }) => role === "assistant").map(({ content }) => content);
    const id = (ways.idIn ?? orderIn)(said);
    const sight: Sight = {
      said,
      last: said.at(-1) ?? "",
      lastReply: replies.at(-1) ?? "",
      replies,
      id,
      call: async (name, order) =>
        (world?.tools[name] as (args: object) => Promise<unknown>)({ order_id: order ?? id }),
    };
    const early = await ways.first?.(sight);
    if (early !== undefined) return early;
    if (id === undefined) return (ways.ask ?? (() => "Could you give me your order number, please?"))(sight);
    const claim = (ways.claim ?? ((order) => `I have refunded $59.90 for order ${order}.`))(id);
    const proposal = (ways.propose ?? ((order) => `I can refund $59.90 for order ${order}. Shall I go ahead?`))(id);
    if (replies.includes(claim)) return (ways.afterwards ?? (() => "Your refund is on its way. Anything else?"))(sight);
    const failure = (ways.failure ?? (() => "I am sorry, that did not go through. Please try again later."))(id);
    if (sight.lastReply !== proposal) {
      try {
        await sight.call("lookup_order");
      } catch {
        return failure;
      }
      return proposal;
    }
    if (!agrees(sight.last)) return ways.declined ?? "As you wish. Tell me if I can do anything else.";
    try {
      await (ways.refund ?? (({ call }) => call("refund_order")))(sight, id);
    } catch {
      return failure;
    }
    return claim;
  });
