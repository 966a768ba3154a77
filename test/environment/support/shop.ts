import { z } from "zod";
import { createEnvironment, type EnvironmentOptions } from "../../../src/environment/index.js";

export interface Order {
  status: string;
  total: number;
}
export interface ShopState {
  readonly orders: Record<string, Order>;
  readonly refunds: { readonly id: string; readonly order: string; readonly at: number }[];
}

export const shopState = (): ShopState => ({
  orders: { "A-1": { status: "delivered", total: 59.9 }, "A-2": { status: "shipped", total: 25 } },
  refunds: [],
});

type Faults = EnvironmentOptions<unknown, unknown>["faults"];

/** A shop with a tool that reads, and one that writes. */
export const shop = (faults: Faults = {}) =>
  createEnvironment({
    state: shopState(),
    faults,
    tools: {
      lookup_order: {
        description: "Looks an order up.",
        input: z.object({ order_id: z.string() }),
        run: (state, { order_id }) => state.orders[order_id] ?? null,
      },
      refund_order: {
        input: z.object({ order_id: z.string() }),
        write: true,
        run: (state, { order_id }, { now, newId }) => {
          const order = state.orders[order_id];
          if (order === undefined) throw new Error(`there is no order ${order_id}`);
          if (order.status === "refunded") throw new Error("it is refunded already");
          order.status = "refunded";
          const id = newId("refund");
          state.refunds.push({ id, order: order_id, at: now });
          return { id };
        },
      },
    },
  });

/** What was thrown, as its message. */
export async function messageOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("nothing was thrown");
}
