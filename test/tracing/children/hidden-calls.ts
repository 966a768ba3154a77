// An agent with an observed tool and one that only an instrumentation records, which took its tracer before the first run.
import { context, ROOT_CONTEXT, trace, type ContextManager } from "@opentelemetry/api";
import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
import { assertTest } from "../../../src/index.js";
import { captureTrace, observe, TraceRecorder } from "../../../src/tracing/index.js";
import { answer } from "../support/answer.js";

const [, , setting, tracerName = "instrumentation"] = process.argv;
const lost: ContextManager = {
  active: () => ROOT_CONTEXT,
  with: (_context, fn, self, ...args) => fn.call(self as never, ...args),
  bind: (_context, target) => target,
  enable: () => lost,
  disable: () => lost,
};
if (setting === "manager") context.setGlobalContextManager(lost);
const spanProcessors = setting === "tee" ? [] : [new TraceRecorder()];
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
const tracer = trace.getTracer(tracerName);
const attributes = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "delete_account" };
const look = observe({ type: "tool", name: "look" }, () => 1);
const agent = observe({ type: "agent", name: "desk" }, () => {
  look();
  tracer.startSpan("execute_tool delete_account", { attributes }).end();
  return "x";
});
const verdictOf = (golden: object) =>
  assertTest({ golden: { input: "q", ...golden }, run: () => agent() }).then(
    () => "passed",
    (error: unknown) => ((error as { code?: unknown }).code === "ERR_ASSERTION" ? "failed" : "errored"),
  );
answer({
  forbidden: await verdictOf({ forbiddenTools: ["delete_account"] }),
  called: await verdictOf({ expectedTools: ["look"] }),
  told: (await captureTrace(() => agent())).trace.missing.filter((each) => each.startsWith("toolsCalled: ")),
});
