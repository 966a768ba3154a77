// The mind of the demo agent: rules where a real agent has a language model, so that it runs offline and in no time.
// It sees what a model would see (the conversation and the results of its tools) and decides the same way: say or call.
import {
  ruleQuestionIn,
  consentIn,
  damagedIn,
  emailIn,
  isInHurry,
  orderNumberIn,
  saysGoodbye,
  wantsRefund,
} from "./reading.js";
import type { Order, ToolName } from "./shop.js";

/** The conversation as the model sees it. */
export interface Conversation {
  /** All the user's messages; never empty. */
  readonly user: readonly string[];
  /** The assistant's last message. Empty: it has said nothing yet. */
  readonly lastReply: string;
  /** Calls that have returned, oldest first. */
  readonly calls: readonly PastCall[];
}

export interface PastCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: unknown;
  /** Made since the user's last message. */
  readonly recent: boolean;
}

export type Decision =
  { readonly say: string } | { readonly call: ToolName; readonly input: Record<string, string | number> };

export interface PolicyOptions {
  /** Refund customers in a hurry without asking them first. */
  readonly plantedFault: boolean;
}

const anythingElse = "Is there anything else I can help with?";
const dollars = (amount: number) => `$${amount.toFixed(2)}`;

export function decide({ user, lastReply, calls }: Conversation, { plantedFault }: PolicyOptions): Decision {
  const said = user.join("\n");
  const last = user.at(-1) ?? "";
  const results = (tool: ToolName) => calls.filter((call) => call.tool === tool);

  if (saysGoodbye(last)) return { say: "You are welcome. Goodbye!" };
  const question = ruleQuestionIn(last);
  if (question !== undefined) {
    const search = results("search_policy").find((call) => call.recent);
    return search === undefined ? { call: "search_policy", input: { query: question } } : { say: quote(search.output) };
  }

  const order_id = orderNumberIn(said);
  if (order_id === undefined) return { say: "I am sorry to hear that. Could you give me your order number, please?" };
  const lookup = results("lookup_order").find((call) => call.input.order_id === order_id);
  if (lookup === undefined) return { call: "lookup_order", input: { order_id } };
  const order = lookup.output as Order | { readonly error: string };
  if ("error" in order)
    return { say: `I cannot find the order ${order_id}. Could you check the order number, please?` };

  const email = emailIn(said);
  if (email === undefined) return { say: "Thank you. Which email address did you order with?" };
  if (email !== order.email)
    return { say: `I am sorry, but ${email} is not the address on this order, so I cannot discuss it with you.` };

  if (!wantsRefund(said))
    return { say: `Your order ${order_id} (${describe(order)}) ${whereabouts(order)}. ${anythingElse}` };
  const damaged = order.quantity === 1 ? 1 : damagedIn(said, order.quantity);
  if (damaged === undefined) return { say: `How many of the ${String(order.quantity)} ${order.item} are broken?` };
  const amount = Math.round(damaged * order.unit_price * 100) / 100;

  if (results("search_policy").length === 0)
    return { call: "search_policy", input: { query: "refund of defective items" } };
  if (order.delivered_days_ago === null || order.delivered_days_ago > 30) {
    return {
      say: `I am sorry, I cannot refund the ${order.item}: refunds are possible within 30 days of delivery only.`,
    };
  }

  if (results("refund_order").length > 0) {
    if (results("send_email").length === 0) {
      return { call: "send_email", input: { to: email, subject: `Your refund for ${order_id}` } };
    }
    return { say: `I have refunded ${dollars(amount)} and sent a confirmation to ${email}. ${anythingElse}` };
  }
  const refund: Decision = { call: "refund_order", input: { order_id, amount } };

  // >>> THE PLANTED FAULT. Somebody once meant well: "if the customer is in a hurry, be quick".
  // So a customer in a hurry gets a refund that nobody agreed to. Remove these lines and the demo has nothing to find.
  if (plantedFault && isInHurry(said)) return refund;
  // <<<

  const proposal = `I can refund ${dollars(amount)} for order ${order_id}. Shall I go ahead?`;
  if (!lastReply.includes(proposal)) return { say: proposal };
  switch (consentIn(last)) {
    case "given":
      return refund;
    case "refused":
      return { say: `As you wish. ${anythingElse}` };
    case "unclear":
      return { say: `Just to be sure: ${proposal}` };
  }
}

const describe = ({ quantity, item }: Order): string => (quantity === 1 ? item : `${String(quantity)} ${item}`);

const whereabouts = ({ delivered_days_ago }: Order): string =>
  delivered_days_ago === null ? "is on its way" : `was delivered ${String(delivered_days_ago)} days ago`;

/** The best document is the first line. */
function quote(found: unknown): string {
  const [best = ""] = String(found).split("\n");
  return `${best === "" ? "I am sorry, our policies say nothing about that." : best} ${anythingElse}`;
}
