import { runIntercepted, type InterceptPlan } from "../../../src/environment/index.js";
import { captureTrace, observe } from "../../../src/tracing/index.js";

/** An agent's own tools; `real` counts what they really did. */
export function desk() {
  const real: string[] = [];
  return {
    real,
    refund: observe({ type: "tool", name: "refund_order" }, async ({ order_id }: { order_id: string }) => {
      real.push(order_id);
      return { refunded: order_id };
    }),
    total: observe({ type: "tool", name: "total", parameters: ["a", "b"] }, (a: number, b: number) => a + b),
    words: observe({ type: "tool", name: "words" }, function* (): Generator<string, void> {
      real.push("words");
      yield "real";
    }),
    stream: observe({ type: "tool", name: "stream" }, async function* (): AsyncGenerator<string, void> {
      real.push("stream");
      yield "real";
    }),
    policies: observe({ type: "retriever", name: "policies" }, async (_: string) => ["real policy"]),
    agent: observe({ type: "agent", name: "refund_order" }, () => "no tool"),
  };
}

/** Runs an agent's work by a plan, on record. */
export const run = <T>(plan: InterceptPlan, work: () => T | Promise<T>) =>
  captureTrace(() => runIntercepted(plan, work));
