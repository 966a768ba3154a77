// Another, older copy of the OpenTelemetry API has registered everything first.
const context = { active: () => ({}), with: (_: unknown, fn: () => unknown) => fn() };
Reflect.set(globalThis, Symbol.for("opentelemetry.js.api.1"), {
  version: "1.2.0",
  trace: {},
  context,
  diag: undefined,
});
const { captureTrace, observe, tracingStatus } = await import("../../../src/tracing/index.js");
const { answer } = await import("../support/answer.js");
const tool = observe({ type: "tool", name: "t" }, async (_arg: object) => 1);
const agent = observe({ type: "agent", name: "a" }, async () => {
  await new Promise(setImmediate);
  return tool({});
});
const captured = await captureTrace(agent);
await captureTrace(agent);
answer({ ...captured, status: tracingStatus() });
export {};
