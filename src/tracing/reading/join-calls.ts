import type { ToolCall } from "../../test-case/tool-call.js";
import { isHidden } from "./argument-keys.js";
import { ExecutionIndex } from "./execution-index.js";
import { executionsOf, isAnswered, sameCall, type Execution } from "./executions.js";
import { LaterModels } from "./later-models.js";
import type { Mutable, ReadSpan, ReturnedResult } from "./read-span.js";
import { namesakesOf } from "./namesakes.js";
import { isPlaceholder } from "./placeholders.js";
import { requestsOf, type Request } from "./requests.js";
import { ReturnedResults } from "./returned-results.js";
import type { SpanTree } from "./span-tree.js";

/** A call with when it was made, and the span that shows it best. */
export interface PlacedCall {
  readonly call: ToolCall;
  readonly at: number;
  readonly by: ReadSpan;
  /** True: whether it ran is not known. */
  readonly isDoubtful: boolean;
}

interface Placed extends PlacedCall {
  readonly isRemembered: boolean;
}

/**
 * The calls that really happened, each once, in order. A call is requested by a model's span, executed in a tool's
 * span, repeated in spans within that one, and answered in the history of a later model call: all of these are joined
 * by call id, else by name and order of occurrence. What was requested and shows no trace of a run is `executed: false`,
 * unless whatever would show it is not on record.
 */
export function joinCalls(tree: SpanTree): {
  readonly calls: readonly ToolCall[];
  readonly placed: readonly PlacedCall[];
  readonly missing: readonly string[];
} {
  const executions = executionsOf(tree);
  const requests = requestsOf(tree);
  const ofRequest = executionsFor(requests, executions, tree);
  const unmet = requests.filter((request) => !ofRequest.has(request));
  const results = new ReturnedResults(tree.spans);
  const later = new LaterModels(tree);
  const after = new Map<Request["among"], number>();
  const placed: Placed[] = requests.map((request) => {
    const execution = ofRequest.get(request);
    const answered = execution !== undefined && isAnswered(execution);
    // What nothing shows to have run stands after what was asked for before it in the same breath.
    const at = execution?.span.startTimeMs ?? Math.max(request.at, after.get(request.among) ?? request.at);
    after.set(request.among, Math.max(at, after.get(request.among) ?? at));
    const result = answered ? undefined : resultOf(request, results);
    const didRun = execution !== undefined || result !== undefined || request.call.executed === true;
    const isDoubtful = !didRun && (results.mayHold(request.among, request.model) || later.mayKnow(request.model));
    return { ...place(request.model, request, execution, result, didRun || isDoubtful), at, isDoubtful };
  });
  for (const execution of executions) {
    const { taken, call, span } = execution;
    const result = isAnswered(execution) ? undefined : results.withId(call.id, span);
    if (!taken) placed.push(place(span, undefined, execution, result));
  }
  placed.sort((a, b) => a.at - b.at);
  const remembered = namesOf(placed, ({ isRemembered }) => isRemembered);
  const doubtful = namesOf(placed, ({ isDoubtful }) => isDoubtful);
  return {
    calls: withDeclared(
      placed.map(({ call }) => call),
      tree,
    ),
    placed,
    missing: [
      ...(remembered === "" ? [] : [`shown only by what later model calls remember: ${remembered}`]),
      ...(doubtful === "" ? [] : [`toolsCalled: ${unknown}: ${doubtful}`]),
      ...namesakesOf(unmet, executions),
    ],
  };
}

const unknown = "whether these ran is not known, since what later model calls were told is not on record";

const namesOf = (placed: readonly Placed[], test: (each: Placed) => boolean): string =>
  placed.flatMap((each, index) => (test(each) ? [`call ${String(index + 1)} (${each.call.name})`] : [])).join(", ");

/**
 * By id, else by name and arguments, else by name and order, so that what is less sure takes from nothing that is more so.
 * Where several agents work at once, each has what ran under it before it is looked for anywhere.
 */
function executionsFor(
  requests: readonly Request[],
  executions: readonly Execution[],
  tree: SpanTree,
): Map<Request, Execution> {
  const found = new Map<Request, Execution>();
  if (requests.length === 0 || executions.length === 0) return found;
  const ownerOf = ownersIn(tree);
  const areSeveral = requests.some(({ model }) => ownerOf(model) !== ownerOf(requests[0]?.model ?? model));
  const index = new ExecutionIndex(executions, areSeveral ? ownerOf : undefined);
  const owners = areSeveral ? [ownerOf, () => ""] : [() => ""];
  const searches = [
    ({ call }: Request) => index.withId(call),
    ...owners.flatMap((owner) => [
      ({ call, model }: Request) => index.withArguments(call, model.startTimeMs, owner(model)),
      ({ call, model }: Request) => index.inOrder(call, model.startTimeMs, owner(model)),
    ]),
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

/** Names the agent that a span is in, else its trace. */
function ownersIn(tree: SpanTree): (span: ReadSpan) => string {
  const names = new Map<ReadSpan, string>();
  return (span) => {
    const agent = tree.nearest(span, ({ kind }) => kind === "agent");
    if (agent === undefined) return `trace ${span.traceId}`;
    const name = names.get(agent) ?? `agent ${String(names.size)}`;
    names.set(agent, name);
    return name;
  };
}

const resultOf = ({ call, model, among }: Request, results: ReturnedResults): ReturnedResult | undefined =>
  results.withId(call.id, model) ?? results.ofAll(among, model)[among.indexOf(call)];

function place(
  by: ReadSpan,
  request: Request | undefined,
  execution: Execution | undefined,
  result?: ReturnedResult,
  mayHaveRun = true,
): Placed {
  const { call, span } = execution ?? {};
  const requested = request?.call;
  const id = requested?.id ?? call?.id;
  const inputParameters = argumentsFor(requested, call);
  // What a tool returned may well be null.
  const output = [call, requested, result].find((each) => isShown(each?.output))?.output;
  const error = call?.error ?? requested?.error ?? result?.error;
  const durationMs = durationOf(span);
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
  if (!mayHaveRun || call?.executed === false) kept.executed = false;
  const isRemembered = request?.remembered === true && span === undefined;
  return { call: kept, at: span?.startTimeMs ?? request?.at ?? 0, by: span ?? by, isRemembered, isDoubtful: false };
}

/** As the model wrote them, unless only the tool's span shows them. */
function argumentsFor(requested: Request["call"] | undefined, call: Execution["call"] | undefined): Arguments {
  const asked = requested?.inputParameters;
  const given = call?.inputParameters;
  const isBetter = requested === undefined || (isHidden(requested) && call !== undefined && !isHidden(call));
  return typeof asked === "object" && !(isBetter && typeof given === "object") ? asked : (given ?? asked);
}

type Arguments = ToolCall["inputParameters"];

const isShown = (output: ToolCall["output"]): boolean => output !== undefined && !isPlaceholder(output);

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
