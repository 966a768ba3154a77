import type { ToolCall } from "../../test-case/tool-call.js";
import { ExecutionIndex } from "./execution-index.js";
import { executionsOf, isAnswered, sameCall, type Execution } from "./executions.js";
import type { Mutable, ReadSpan, ReturnedResult } from "./read-span.js";
import { requestsOf, type Request } from "./requests.js";
import { ReturnedResults } from "./returned-results.js";
import type { SpanTree } from "./span-tree.js";

/** A call with when it was made, and the span that shows it best. */
export interface PlacedCall {
  readonly call: ToolCall;
  readonly at: number;
  readonly by: ReadSpan;
}

interface Placed extends PlacedCall {
  readonly isRemembered: boolean;
}

/**
 * The calls that really happened, each once, in order. A call is requested by a model's span, executed in a tool's
 * span, repeated in spans within that one, and answered in the history of a later model call: all of these are joined
 * by call id, else by name and order of occurrence. What was requested and shows no trace of a run is `executed: false`.
 */
export function joinCalls(tree: SpanTree): {
  readonly calls: readonly ToolCall[];
  readonly placed: readonly PlacedCall[];
  readonly missing: readonly string[];
} {
  const executions = executionsOf(tree);
  const requests = requestsOf(tree);
  const ofRequest = executionsFor(requests, executions);
  const results = new ReturnedResults(tree.spans);
  const placed: Placed[] = requests.map((request) => {
    const execution = ofRequest.get(request);
    const answered = execution !== undefined && isAnswered(execution);
    return place(request.model, request, execution, answered ? undefined : resultOf(request, results));
  });
  for (const execution of executions) {
    const { taken, call, span } = execution;
    const result = isAnswered(execution) ? undefined : results.withId(call.id, span);
    if (!taken) placed.push(place(span, undefined, execution, result));
  }
  placed.sort((a, b) => a.at - b.at);
  const remembered = placed.flatMap(({ call, isRemembered }, index) =>
    isRemembered ? [`call ${String(index + 1)} (${call.name})`] : [],
  );
  return {
    calls: withDeclared(
      placed.map(({ call }) => call),
      tree,
    ),
    placed,
    missing: remembered.length === 0 ? [] : [`shown only by what later model calls remember: ${remembered.join(", ")}`],
  };
}

/** By id, else by name and arguments, else by name and order, so that what is less sure takes from nothing that is more so. */
function executionsFor(requests: readonly Request[], executions: readonly Execution[]): Map<Request, Execution> {
  const found = new Map<Request, Execution>();
  if (requests.length === 0 || executions.length === 0) return found;
  const index = new ExecutionIndex(executions);
  const searches = [
    ({ call }: Request) => index.withId(call),
    ({ call, model }: Request) => index.withArguments(call, model.startTimeMs),
    ({ call, model }: Request) => index.inOrder(call, model.startTimeMs),
  ];
  for (const search of searches) {
    for (const request of requests) {
      const execution = found.has(request) ? undefined : search(request);
      if (execution === undefined) continue;
      execution.taken = true;
      found.set(request, execution);
    }
  }
  return found;
}

const resultOf = ({ call, model, among }: Request, results: ReturnedResults): ReturnedResult | undefined =>
  results.withId(call.id, model) ?? results.ofAll(among, model)[among.indexOf(call)];

function place(
  by: ReadSpan,
  request: Request | undefined,
  execution: Execution | undefined,
  result?: ReturnedResult,
): Placed {
  const { call, span } = execution ?? {};
  const requested = request?.call;
  const id = requested?.id ?? call?.id;
  const asked = requested?.inputParameters;
  const inputParameters = typeof asked === "object" ? asked : (call?.inputParameters ?? asked);
  // What a tool returned may well be null.
  const output = [call, requested, result].find((each) => each?.output !== undefined)?.output;
  const error = call?.error ?? requested?.error ?? result?.error;
  const durationMs = durationOf(span);
  const ran = execution !== undefined || result !== undefined || requested?.executed === true;
  const name = call?.unnamed === true ? (requested?.name ?? call.name) : call?.name;
  const kept: Mutable<ToolCall> = { name: name ?? requested?.name ?? "unnamed tool" };
  if (call?.type !== undefined) kept.type = call.type;
  if (call?.description !== undefined) kept.description = call.description;
  if (inputParameters !== undefined) kept.inputParameters = inputParameters;
  if (output !== undefined) kept.output = output;
  if (id !== undefined) kept.id = id;
  if (error !== undefined) kept.error = error;
  if (durationMs !== undefined) kept.durationMs = durationMs;
  if (span !== undefined) kept.startTimeMs = span.startTimeMs;
  if (request?.batch !== undefined) kept.batch = request.batch;
  if (!ran || call?.executed === false) kept.executed = false;
  const isRemembered = request?.remembered === true && span === undefined;
  return { call: kept, at: span?.startTimeMs ?? request?.at ?? 0, by: span ?? by, isRemembered };
}

function durationOf(span: ReadSpan | undefined): number | undefined {
  return span === undefined || span.endTimeMs === null ? undefined : Math.max(0, span.endTimeMs - span.startTimeMs);
}

/** Calls that the author declared by hand, of a span or of the whole trace, count unless they are known already. */
function withDeclared(calls: readonly ToolCall[], tree: SpanTree): readonly ToolCall[] {
  const ofSpans = tree.spans.flatMap((span) => span.declared ?? []);
  const ofTraces = tree.spans.flatMap(({ whole }) => (whole?.calls === undefined ? [] : [whole.calls]));
  return [ofSpans, ...ofTraces].reduce(withThese, calls);
}

function withThese(calls: readonly ToolCall[], declared: readonly ToolCall[]): readonly ToolCall[] {
  const left = [...calls];
  const added = declared.filter((call) => {
    const index = left.findIndex((each) => sameCall(each, call));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return added.length === 0 ? calls : [...calls, ...added];
}
