import { knowsRetrieval, knowsTools } from "../../tracing/reading/missing.js";
import type { ConversationalTestCase } from "../../test-case/conversational-test-case.js";
import type { Trace } from "../../test-case/trace.js";
import { note, ok, problem, type Check } from "./check.js";

export interface AgentFacts {
  /** One turn with the agent. */
  readonly testCase: ConversationalTestCase;
  /** Attributes that were dropped from spans while it was at work. */
  readonly droppedAttributes: number;
}

const observeIt = "Switch its telemetry on, or wrap the agent and its tools with observe(). See docs/tracing.md.";

/** What one turn with the agent shows of its tracing. */
export function agentChecks({ testCase, droppedAttributes }: AgentFacts): readonly Check[] {
  const { error, traces = [] } = testCase;
  const trace = traces.at(-1);
  if (error !== undefined) return [answerCheck(testCase)];
  return [
    answerCheck(testCase),
    ...(trace === undefined
      ? []
      : [toolsCheck(trace), documentsCheck(trace), ...usageCheck(trace), ...captureOf(trace)]),
    ...droppedCheck(droppedAttributes),
    ...(trace === undefined ? [] : openCheck(trace)),
    ...(trace === undefined ? [] : otherCheck(trace)),
  ];
}

/** Whose golden it is nobody has asked, and there is one message only. */
const ours = /^Golden "doctor", turn \d+: /;

function answerCheck({ error, turns }: ConversationalTestCase): Check {
  const reply = turns.findLast(({ role }) => role === "assistant");
  if (error !== undefined)
    return problem("agent", error.replace(ours, ""), "Mend the agent first: nothing else can be told.");
  if (reply === undefined) return problem("agent", "it answered nothing", "It has to return a text or a turn.");
  return ok(
    "agent",
    `answered ${JSON.stringify(shortened(reply.content))} in ${String(Math.round(reply.latencyMs ?? 0))} ms`,
  );
}

const shortened = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 57)}...`);

function toolsCheck(trace: Trace): Check {
  const name = "tools called";
  if (!knowsTools(trace)) return problem(name, sentence(trace, "toolsCalled: "), observeIt);
  const names = trace.toolsCalled.map((call) => call.name);
  return names.length === 0 ? ok(name, "none, and that is known") : ok(name, names.join(", "));
}

function documentsCheck(trace: Trace): Check {
  const name = "retrieved";
  if (!knowsRetrieval(trace)) return problem(name, sentence(trace, "retrievalContext: "), observeIt);
  const { length } = trace.retrievalContext;
  if (length > 0) return ok(name, `${String(length)} ${length === 1 ? "document" : "documents"}`);
  return note(
    name,
    "no documents",
    'Fine if it has no retriever. One that is a mere function is seen once wrapped: observe({ type: "retriever" }, search).',
  );
}

const sentence = ({ missing }: Trace, field: string): string =>
  missing.find((each) => each.startsWith(field))?.slice(field.length) ?? "not known";

function usageCheck({ usage, spans }: Trace): readonly Check[] {
  if (usage.totalTokens !== null || !spans.some(({ kind }) => kind === "llm")) return [];
  return [note("tokens", "no model call recorded how many it used", "Budgets for tokens can't be told then.")];
}

/** In the words that readers and our own instrumentations have for it. */
const uncaptured =
  /content (was )?not (captured|recorded)|arguments not recorded|result not recorded|recordInputs|recordOutputs|captureContent/;

function captureOf({ missing }: Trace): readonly Check[] {
  const found = missing.filter((each) => uncaptured.test(each));
  if (found.length === 0) return [];
  return [
    problem(
      "contents",
      found.join("; "),
      "Switch it on in the instrumentation where you test: captureContent, recordInputs and recordOutputs, traceContent.",
    ),
  ];
}

function droppedCheck(count: number): readonly Check[] {
  if (count === 0) return [];
  return [
    problem(
      "attributes",
      `${String(count)} were dropped from spans by your provider's limits`,
      "Raise its spanLimits: { attributeCountLimit }, which is 128 by default, or OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT.",
    ),
  ];
}

const stillOpen = "still open: ";

function openCheck(trace: Trace): readonly Check[] {
  const open = trace.missing.find((each) => each.startsWith(stillOpen));
  if (open === undefined) return [];
  return [
    problem(
      "open spans",
      `still open when the agent had answered: ${open.slice(stillOpen.length)}`,
      "A stream that was not read to its end, work that was not awaited, or a span that is never ended.",
    ),
  ];
}

function otherCheck({ missing }: Trace): readonly Check[] {
  const told = (each: string): boolean =>
    /^(toolsCalled|retrievalContext|output|usage): /.test(each) || each.startsWith(stillOpen) || uncaptured.test(each);
  const rest = missing.filter((each) => !told(each));
  return rest.length === 0 ? [] : [note("missing", rest.join("; "))];
}
