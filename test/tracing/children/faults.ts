// Whatever is broken around it, the agent goes on.
import { context, ROOT_CONTEXT, trace, type ContextManager } from "@opentelemetry/api";
import { BasicTracerProvider, type SpanProcessor } from "@opentelemetry/sdk-trace-base";
import { captureTrace, observe, tracingStatus } from "../../../src/tracing/index.js";
import { answer } from "../support/answer.js";

const fail = (): never => {
  throw new Error("broken");
};
const setting = process.argv[2];
const throwing: SpanProcessor = { onStart: fail, onEnd: fail, forceFlush: fail, shutdown: fail };
if (setting === "processor") trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [throwing] }));
if (setting === "tracer") trace.setGlobalTracerProvider({ getTracer: fail });
/** Right until the first await. */
const stack = [ROOT_CONTEXT];
const manager: ContextManager = {
  active: setting === "manager-throws" ? fail : () => stack.at(-1) ?? ROOT_CONTEXT,
  with: (target, fn, self, ...args) => {
    if (setting === "manager-throws") return fail();
    if (setting === "manager-stack") {
      stack.push(target);
      try {
        return fn.apply(self as ThisParameterType<typeof fn>, args);
      } finally {
        stack.pop();
      }
    }
    const result = fn.apply(self as ThisParameterType<typeof fn>, args);
    return setting === "manager-forgets" ? (undefined as typeof result) : result;
  },
  bind: (_context, target) => target,
  enable: () => manager,
  disable: () => manager,
};
if (setting?.startsWith("manager") === true) context.setGlobalContextManager(manager);

let calls = 0;
const tool = observe({ type: "tool", name: "count" }, async (_arg: object) => (calls += 1));
const agent = observe({ type: "agent", name: "agent" }, async () => {
  await tool({});
  await new Promise(setImmediate);
  return tool({});
});
const captured = await captureTrace(agent);
const outside = await agent();
const thrown = await captureTrace(observe(() => fail())).catch((error: Error) => error.message);
answer({ ...captured, calls, outside, thrown, status: tracingStatus() });
