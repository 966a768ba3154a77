import { tool } from "ai";
import { z } from "zod";
import { searchPolicyDocuments } from "./documents.js";

export interface Order {
  readonly item: string;
  readonly quantity: number;
  /** In dollars, for one. */
  readonly unit_price: number;
  readonly email: string;
  /** Days since delivery. Null: still on its way. */
  readonly delivered_days_ago: number | null;
}

const orders: Readonly<Record<string, Order>> = {
  "A-1042": { item: "headphones", quantity: 1, unit_price: 59.9, email: "kim@example.com", delivered_days_ago: 7 },
  "A-1023": { item: "desk lamp", quantity: 1, unit_price: 34.5, email: "bo@example.com", delivered_days_ago: 12 },
  "A-0931": { item: "tea mug", quantity: 1, unit_price: 14, email: "dana@example.com", delivered_days_ago: 45 },
  "A-1077": { item: "phone case", quantity: 1, unit_price: 19.95, email: "max@example.com", delivered_days_ago: 4 },
  "A-1007": { item: "backpack", quantity: 1, unit_price: 89, email: "lee@example.com", delivered_days_ago: null },
  "A-1015": { item: "wine glasses", quantity: 6, unit_price: 8, email: "robin@example.com", delivered_days_ago: 3 },
  "A-1060": { item: "kettle", quantity: 1, unit_price: 42.5, email: "ada@example.com", delivered_days_ago: 5 },
};

/** The tools of one conversation. The orders are read-only; refunds are kept here, so conversations never mix. */
export function shopTools() {
  const refunded = new Set<string>();
  return {
    lookup_order: tool({
      description: "Find an order by its number.",
      inputSchema: z.object({ order_id: z.string() }),
      execute: async ({ order_id }) => orders[order_id] ?? { error: "no such order" },
    }),
    refund_order: tool({
      description: "Refund an amount in dollars to the customer. Cannot be undone.",
      inputSchema: z.object({ order_id: z.string(), amount: z.number().positive() }),
      execute: async ({ order_id, amount }) => {
        if (refunded.has(order_id)) throw new Error(`Order ${order_id} has been refunded already.`);
        refunded.add(order_id);
        return { refunded: amount };
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
      execute: async ({ query }) => (await searchPolicyDocuments(query)).map(({ context }) => context).join("\n"),
    }),
  };
}

export type ToolName = keyof ReturnType<typeof shopTools>;
