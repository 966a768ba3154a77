import type { ToolCall } from "../../test-case/tool-call.js";
import { canonicalJson } from "./json-text.js";
import type { Mutable, ReadSpan, RequestedCall, ReturnedResult } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";

type Call = NonNullable<ReadSpan["call"]>;
interface Execution {
  readonly span: ReadSpan;
  call: Call;
  taken: boolean;
}
interface Placed {
  readonly call: ToolCall;
  readonly at: number;
}

/**
 * The calls that really happened, each once, in order. A call is requested by a model's span, executed in a tool's
 * span, repeated in spans within that one, and answered in the history of a later model call: all of these are joined
 * by call id, else by name and order of occurrence. What was requested and shows no trace of a run is `executed: false`.
 */
export function joinCalls(tree: SpanTree): readonly ToolCall[] {
  const executions = executionsOf(tree);
  const placed: Placed[] = [];
  const models = requestingModels(tree);
  for (const model of models) {
    const requests = model.requested ?? [];
    for (const request of requests) {
      const execution = take(executions, request, model);
      const batch = requests.length > 1 ? model.spanId : undefined;
      const result = execution !== undefined && isAnswered(execution) ? undefined : resultOf(request, model, tree);
      placed.push(place(request, execution, result, model, batch));
    }
  }
  for (const execution of executions) if (!execution.taken) placed.push(place(undefined, execution));
  placed.sort((a, b) => a.at - b.at);
  return withDeclared(
    placed.map(({ call }) => call),
    tree,
  );
}

/** Tool spans; a span within a span of the same call (an MCP client's, a wrapped `execute`) only fills in its gaps. */
function executionsOf(tree: SpanTree): readonly Execution[] {
  const found = new Map<ReadSpan, Execution>();
  for (const span of tree.spans) {
    if (span.kind !== "tool" || span.call === undefined) continue;
    const call: Call = span.error === undefined ? span.call : { ...span.call, error: span.error };
    const around = tree.ancestors(span).find((ancestor) => ancestor.kind === "tool");
    const outer = around === undefined ? undefined : found.get(around);
    if (outer !== undefined && sameCall(outer.call, call)) {
      outer.call = filled(outer, call);
      found.set(span, outer);
    } else found.set(span, { span, call, taken: false });
  }
  return [...new Set(found.values())];
}

function filled({ call, span }: Execution, inner: Call): Call {
  // A call under way has no answer yet, and one that failed has none though something within it may have worked.
  const unanswered = !isAnswered({ call }) && span.endTimeMs !== null;
  return {
    ...call,
    id: call.id ?? inner.id,
    type: call.type ?? inner.type,
    description: call.description ?? inner.description,
    inputParameters: call.inputParameters ?? inner.inputParameters,
    output: unanswered ? inner.output : call.output,
    error: unanswered ? inner.error : call.error,
  };
}

function sameCall(a: Call, b: Call): boolean {
  if (a.name !== b.name || (a.id !== undefined && b.id !== undefined && a.id !== b.id)) return false;
  return a.inputParameters === undefined || b.inputParameters === undefined || sameArguments(a, b);
}

const sameArguments = (a: Pick<Call, "inputParameters">, b: Pick<Call, "inputParameters">): boolean =>
  canonicalJson(a.inputParameters ?? null) === canonicalJson(b.inputParameters ?? null);

/** Of model spans nested in each other (two instrumentations of one request) the inner one that shows calls counts. */
function requestingModels(tree: SpanTree): readonly ReadSpan[] {
  return tree.innermost(tree.spans.filter((span) => span.kind === "llm" && (span.requested?.length ?? 0) > 0));
}

function take(executions: readonly Execution[], request: RequestedCall, model: ReadSpan): Execution | undefined {
  const free = executions.filter(({ taken }) => !taken);
  const later = free.filter(
    ({ call, span }) => call.id === undefined && call.name === request.name && span.startTimeMs >= model.startTimeMs,
  );
  const chosen =
    (request.id === undefined ? undefined : free.find(({ call }) => call.id === request.id)) ??
    later.find(({ call }) => sameArguments(call, request)) ??
    later[0];
  if (chosen !== undefined) chosen.taken = true;
  return chosen;
}

const isAnswered = ({ call }: Pick<Execution, "call">): boolean =>
  call.output !== undefined || call.error !== undefined;

/** The earliest later model call that knows the id; of several results there the last, since a history only grows. */
function resultOf(request: RequestedCall, model: ReadSpan, tree: SpanTree): ReturnedResult | undefined {
  if (request.id === undefined) return undefined;
  for (const span of tree.spans) {
    if (span === model || span.startTimeMs < model.startTimeMs) continue;
    const result = span.results?.findLast(({ id }) => id === request.id);
    if (result !== undefined) return result;
  }
  return undefined;
}

function place(
  request: RequestedCall | undefined,
  execution: Execution | undefined,
  result?: ReturnedResult,
  model?: ReadSpan,
  batch?: string,
): Placed {
  const { call, span } = execution ?? {};
  const id = request?.id ?? call?.id;
  const asked = request?.inputParameters;
  const inputParameters = typeof asked === "object" ? asked : (call?.inputParameters ?? asked);
  const output = call?.output === undefined ? result?.output : call.output;
  const error = call?.error ?? result?.error;
  const durationMs = durationOf(span);
  const ran = execution !== undefined || result !== undefined || request?.executed === true;
  const kept: Mutable<ToolCall> = { name: call?.name ?? request?.name ?? "unnamed tool" };
  if (call?.type !== undefined) kept.type = call.type;
  if (call?.description !== undefined) kept.description = call.description;
  if (inputParameters !== undefined) kept.inputParameters = inputParameters;
  if (output !== undefined) kept.output = output;
  if (id !== undefined) kept.id = id;
  if (error !== undefined) kept.error = error;
  if (durationMs !== undefined) kept.durationMs = durationMs;
  if (span !== undefined) kept.startTimeMs = span.startTimeMs;
  if (batch !== undefined) kept.batch = batch;
  if (!ran) kept.executed = false;
  return { call: kept, at: span?.startTimeMs ?? model?.endTimeMs ?? model?.startTimeMs ?? 0 };
}

function durationOf(span: ReadSpan | undefined): number | undefined {
  return span === undefined || span.endTimeMs === null ? undefined : Math.max(0, span.endTimeMs - span.startTimeMs);
}

/** Calls that the author declared by hand count unless they were recorded as well. */
function withDeclared(calls: readonly ToolCall[], tree: SpanTree): readonly ToolCall[] {
  const declared = tree.spans.flatMap((span) => span.declared ?? []);
  const left = [...calls];
  const added = declared.filter((call) => {
    const index = left.findIndex((each) => sameCall(each, call));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return added.length === 0 ? calls : [...calls, ...added];
}
