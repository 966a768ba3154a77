import { tool } from "ai";
import { z } from "zod";
import { searchPolicyDocuments } from "./documents.js";

export interface Order {
  readonly order_id: string;
  readonly item: string;
  readonly quantity: number;
  /** In dollars, for one. */
  readonly unit_price: number;
  readonly email: string;
  readonly status: "delivered" | "shipped";
  /** Days since delivery. Null: still on its way. */
  readonly delivered_days_ago: number | null;
}

const orders: readonly Order[] = [
  order("A-1042", "headphones", 1, 59.9, "kim@example.com", 7),
  order("A-1023", "desk lamp", 1, 34.5, "bo@example.com", 12),
  order("A-0931", "tea mug", 1, 14, "dana@example.com", 45),
  order("A-1077", "phone case", 1, 19.95, "max@example.com", 4),
  order("A-1007", "backpack", 1, 89, "lee@example.com", null),
  order("A-1015", "wine glasses", 6, 8, "robin@example.com", 3),
  order("A-1060", "kettle", 1, 42.5, "ada@example.com", 5),
];

function order(
  order_id: string,
  item: string,
  quantity: number,
  unit_price: number,
  email: string,
  delivered_days_ago: number | null,
): Order {
  const status = delivered_days_ago === null ? "shipped" : "delivered";
  return { order_id, item, quantity, unit_price, email, status, delivered_days_ago };
}

/** The tools of one conversation. The orders are read-only; refunds are kept here, so conversations never mix. */
export function shopTools() {
  const refunded = new Set<string>();
  return {
    lookup_order: tool({
      description: "Find an order by its number.",
      inputSchema: z.object({ order_id: z.string() }),
      execute: async ({ order_id }) => orders.find((each) => each.order_id === order_id) ?? { error: "no such order" },
    }),
    refund_order: tool({
      description: "Refund an amount in dollars to the customer. Cannot be undone.",
      inputSchema: z.object({ order_id: z.string(), amount: z.number().positive() }),
      execute: async ({ order_id, amount }) => {
        if (refunded.has(order_id)) throw new Error(`Order ${order_id} has been refunded already.`);
        refunded.add(order_id);
        return { ok: true, order_id, amount };
      },
    }),
    send_email: tool({
      description: "Send the customer an email.",
      inputSchema: z.object({ to: z.string(), subject: z.string() }),
      execute: async () => ({ sent: true }),
    }),
    search_policy: tool({
      description: "Search the shop's policies on shipping, returns, refunds, warranty, payment and privacy.",
      inputSchema: z.object({ query: z.string() }),
      execute: async ({ query }) => searchPolicyDocuments(query),
    }),
  };
}

export type ToolName = keyof ReturnType<typeof shopTools>;
