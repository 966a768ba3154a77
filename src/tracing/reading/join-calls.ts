import type { ToolCall } from "../../test-case/tool-call.js";
import { isUnfinished } from "../../test-case/unfinished.js";
import { AnswerWindows } from "./answer-windows.js";
import { argumentsOfCall } from "./arguments-of-call.js";
import { DoubtfulCalls, type Doubt } from "./doubtful-calls.js";
import { ExecutionIndex, type Reach } from "./execution-index.js";
import { executionsOf, isAnswered, sameCall, type Execution } from "./executions.js";
import { LaterModels } from "./later-models.js";
import type { Mutable, ReadSpan, RequestedCall, ReturnedResult } from "./read-span.js";
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
  /** Why it is not known whether it ran. Absent: it is. */
  readonly doubt?: Doubt | undefined;
}

interface Placed extends PlacedCall {
  readonly isRemembered: boolean;
}

/**
 * The calls that really happened, each once, in order. A call is requested by a model's span, executed in a tool's
 * span, repeated in spans within that one, and answered in the history of a later model call: all of these are joined
 * by call id, else by name and order of occurrence. What was requested and shows no trace of a run is `executed: false`,
 * unless whatever would show it is not on record.
 *
 * @param observed tools of which every run is on record. Absent: that is not known
 */
export function joinCalls(
  tree: SpanTree,
  observed?: ReadonlySet<string>,
): {
  readonly calls: readonly ToolCall[];
  readonly placed: readonly PlacedCall[];
  readonly missing: readonly string[];
} {
  const executions = executionsOf(tree);
  const { requests, unrecorded } = requestsOf(tree);
  const results = new ReturnedResults(tree.spans);
  const ofRequest = executionsFor(requests, executions, tree, results);
  const unmet = requests.filter((request) => !ofRequest.has(request));
  const doubtful = new DoubtfulCalls({ executions, results, later: new LaterModels(tree), observed });
  const after = new Map<Request["among"], number>();
  const placed: Placed[] = requests.map((request) => {
    const execution = ofRequest.get(request);
    const answered = execution !== undefined && isAnswered(execution);
    // What nothing shows to have run stands after what was asked for before it in the same breath.
    const at = execution?.span.startTimeMs ?? Math.max(request.at, after.get(request.among) ?? request.at);
    after.set(request.among, Math.max(at, after.get(request.among) ?? at));
    const result = answered ? undefined : resultOf(request, results);
    const isDenied = execution === undefined && result?.denied === true;
    const didRun = execution !== undefined || result !== undefined || request.call.executed === true;
    const { isIdle = isDenied, doubt } = execution === undefined && !isDenied ? doubtful.of(request, didRun) : {};
    const made = place(request.model, request, execution, result, (didRun && !isIdle) || doubt === "untold");
    made.at = at;
    made.doubt = doubt;
    return made;
  });
  for (const execution of executions) {
    const { taken, call, span } = execution;
    const result = isAnswered(execution) ? undefined : results.withId(call.id, span);
    if (!taken) placed.push(place(span, undefined, execution, result));
  }
  placed.sort((a, b) => a.at - b.at);
  const remembered = namesOf(placed, ({ isRemembered }) => isRemembered);
  return {
    calls: withDeclared(
      placed.map(({ call }) => call),
      tree,
    ),
    placed,
    missing: [
      ...(remembered === "" ? [] : [`shown only by what later model calls remember: ${remembered}`]),
      ...doubtful.told((which) => namesOf(placed, ({ doubt }) => doubt === which)),
      ...doubtful.unrecorded(unrecorded),
      ...namesakesOf(unmet, executions),
    ],
  };
}

const namesOf = (placed: readonly Placed[], test: (each: Placed) => boolean): string =>
  !placed.some(test)
    ? ""
    : placed.flatMap((each, index) => (test(each) ? [`call ${String(index + 1)} (${each.call.name})`] : [])).join(", ");

/**
 * By id, else by name and arguments, else by name and order, so that what is less sure takes from nothing that is more so;
 * what was asked for and ran with other arguments before the model heard of it comes last. Where several agents work at
 * once, each has what ran under it before it is looked for anywhere.
 */
function executionsFor(
  requests: readonly Request[],
  executions: readonly Execution[],
  tree: SpanTree,
  results: ReturnedResults,
): Map<Request, Execution> {
  const found = new Map<Request, Execution>();
  if (requests.length === 0 || executions.length === 0) return found;
  const ownerOf = ownersIn(tree);
  const areSeveral = requests.some(({ model }) => ownerOf(model) !== ownerOf(requests[0]?.model ?? model));
  const index = new ExecutionIndex(executions, areSeveral ? ownerOf : undefined);
  const anybody = () => "";
  const look = (
    search: (call: RequestedCall, reach: Reach) => Execution | undefined,
    owner: (span: ReadSpan) => string,
    until: (request: Request) => number,
  ): void => {
    if (found.size === requests.length) return;
    index.rewind();
    for (const request of requests) {
      if (found.has(request)) continue;
      const { call, model } = request;
      const execution = search(call, { from: model.startTimeMs, until: until(request), owner: owner(model) });
      if (execution === undefined) continue;
      execution.taken = true;
      found.set(request, execution);
    }
  };
  const heardOf = ({ call, model, idInHistory }: Request) => results.knownAt(idInHistory ?? call.id, model);
  look(
    (call, reach) => index.withId(call, reach),
    areSeveral ? ownerOf : anybody,
    () => Infinity,
  );
  for (const owner of areSeveral ? [ownerOf, anybody] : [anybody]) {
    look((call, reach) => index.withArguments(call, reach), owner, heardOf);
    look((call, reach) => index.inOrder(call, reach), owner, heardOf);
  }
  const windows = new AnswerWindows(tree, ownerOf);
  look(
    (call, reach) => index.ofName(call, reach),
    areSeveral ? ownerOf : anybody,
    (request) => Math.min(heardOf(request), windows.endOf(request.model)),
  );
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

const resultOf = ({ call, model, among, idInHistory }: Request, results: ReturnedResults): ReturnedResult | undefined =>
  results.withId(call.id, model) ??
  results.withId(idInHistory, model) ??
  results.ofAll(among, model)[among.indexOf(call)];

function place(
  by: ReadSpan,
  request: Request | undefined,
  execution: Execution | undefined,
  result?: ReturnedResult,
  mayHaveRun = true,
): Mutable<Placed> {
  const { call, span } = execution ?? {};
  const requested = request?.call;
  const id = requested?.id ?? call?.id;
  const inputParameters = argumentsOfCall(requested, call);
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
  if (span?.isOpen === true && isUnfinished({ ...kept, ended: false })) kept.ended = false;
  const isRemembered = request?.remembered === true && span === undefined;
  return { call: kept, at: span?.startTimeMs ?? request?.at ?? 0, by: span ?? by, isRemembered, doubt: undefined };
}

const isShown = (output: ToolCall["output"]): boolean => output !== undefined && !isPlaceholder(output);

function durationOf(span: ReadSpan | undefined): number | undefined {
  return span === undefined || span.endTimeMs === null ? undefined : Math.max(0, span.endTimeMs - span.startTimeMs);
}

/**
 * Calls that the author declared by hand, of a span or of the whole trace, count unless they are known already, as from a
 * span around it.
 */
function withDeclared(calls: readonly ToolCall[], tree: SpanTree): readonly ToolCall[] {
  const ofTraces = tree.spans.flatMap(({ whole }) => (whole?.calls === undefined ? [] : [whole.calls]));
  return [...declaredIn(tree), ...ofTraces].reduce(withThese, calls);
}

/** Those of the outermost spans that declare any, then those of the outermost within these, and so on. */
function declaredIn(tree: SpanTree): readonly (readonly ToolCall[])[] {
  const levels: ToolCall[][] = [];
  for (const span of tree.spans) {
    if (span.declared === undefined) continue;
    const level = tree.ancestors(span).filter(({ declared }) => declared !== undefined).length;
    (levels[level] ??= []).push(...span.declared);
  }
  return Object.values(levels);
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
