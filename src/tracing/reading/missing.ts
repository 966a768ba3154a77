import { RehearsalError } from "../../errors.js";
import { described } from "../../test-case/unknown-option.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import type { Trace } from "../../test-case/trace.js";
import { LaterModels } from "./later-models.js";
import { saysNothing } from "./requests.js";
import type { ReadSpan } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";
import type { Told } from "./told-passages.js";

const tools = "toolsCalled: ";
const retrieval = "retrievalContext: ";
const wrap =
  'wrap the agent in observe({ type: "agent" }, ...) and its tools in observe({ type: "tool" }, ...), or switch its telemetry on';
const wrapTools =
  'wrap its tools in observe({ type: "tool" }, ...), or its model\'s client in wrapOpenAI(), or switch the telemetry of its framework on (an agent without tools says so: updateCurrentTrace({ toolsCalled: [] }))';

/** False: `toolsCalled` is empty because it could not be known, not because no tool was called. */
export const knowsTools = (trace: Pick<Trace, "missing">): boolean =>
  !missingIn("knowsTools", trace).some((each) => each.startsWith(tools));

/** False: `retrievalContext` is empty or partial because it could not be known. */
export const knowsRetrieval = (trace: Pick<Trace, "missing">): boolean =>
  !missingIn("knowsRetrieval", trace).some((each) => each.startsWith(retrieval));

function missingIn(where: string, trace: Partial<Pick<Trace, "missing">> | null | undefined): readonly string[] {
  const missing: unknown = trace?.missing;
  if (!Array.isArray(missing))
    throw new RehearsalError(
      "invalid_input",
      `${where}: give a trace; got ${described(trace)}, without a list \`missing\``,
    );
  return missing as readonly string[];
}

/**
 * Whether the span shows that calls of tools would have been seen: somebody stated them, or a model was asked and what it
 * answered is on record, so that what it asked for would be too. An agent, a chain or a retriever shows nothing of the kind.
 */
const shows = (span: ReadSpan): boolean =>
  isStated(span) || span.kind === "tool" || (span.kind === "llm" && answers(span));

const isStated = ({ declared, whole }: ReadSpan): boolean => declared !== undefined || whole?.calls !== undefined;

const answers = ({ hidesRequests, requested, error }: ReadSpan): boolean =>
  hidesRequests === false || requested !== undefined || error !== undefined;

/** A model whose answer is on record in a shape that does not show what it asked for. */
const isUntold = (span: ReadSpan): boolean => span.kind === "llm" && span.output !== undefined && !answers(span);

/**
 * What the spans leave open, each as one sentence; those on a field of the trace begin with its name.
 *
 * @param seesTools whether the agent's tools are known to be wrapped, whether or not one was called here
 */
export function missingOf(
  tree: SpanTree,
  calls: readonly ToolCall[],
  output: string | null,
  seesTools: boolean,
  told: Pick<Told, "shown" | "hidden">,
): readonly string[] {
  if (tree.spans.length === 0) return nothing;
  const spans = withoutShown(tree);
  return [
    ...unknownTools(spans, calls, seesTools, tree),
    ...unknownDocuments(spans, told),
    ...(output === null ? ["output: no span recorded a final answer"] : []),
    ...listed("still open", spans.filter(({ endTimeMs }) => endTimeMs === null).map(nameOf)),
    ...grouped(spans),
    ...listed(
      "name not recorded",
      calls.flatMap((call, index) => (call.name === "unnamed tool" ? [`call ${String(index + 1)}`] : [])),
    ),
    ...listed(
      "arguments not recorded",
      calls.flatMap((call, index) => (call.inputParameters === undefined ? [callName(call, index)] : [])),
    ),
    ...listed(
      "result not recorded",
      calls.flatMap((call, index) => (isUnanswered(call) ? [callName(call, index)] : [])),
    ),
  ];
}

const nothing = [
  `${tools}nothing was recorded; ${wrap}`,
  `${retrieval}nothing was recorded`,
  "output: nothing was recorded",
];

const uncaptured = "content was not captured";

/** Of two records of one model call, be they nested or beside each other, what one hides the other may show. */
function withoutShown(tree: SpanTree): readonly ReadSpan[] {
  const showing = tree.spans.filter(
    (span) => span.kind === "llm" && span.output !== undefined && span.hidesRequests !== true && answers(span),
  );
  const around = tree.above(showing);
  const among = new Set(showing);
  return tree.spans.map((span) => {
    if (span.kind !== "llm" || among.has(span)) return span;
    const twins = tree.twins.get(span) ?? [];
    const isShown =
      around.has(span) || tree.under(span, (up) => among.has(up)) || twins.some((twin) => among.has(twin));
    if (!isShown) return span;
    return { ...span, hidesRequests: false, missing: span.missing?.filter((each) => !each.startsWith(uncaptured)) };
  });
}

function unknownTools(
  spans: readonly ReadSpan[],
  calls: readonly ToolCall[],
  seesTools: boolean,
  tree: SpanTree,
): readonly string[] {
  // Where no tool has a span, calls are known but from what models asked for, and from what later ones were told.
  if (calls.length > 0 && (seesTools || spans.some((span) => span.kind === "tool" || isStated(span)))) return [];
  const later = new LaterModels(tree);
  const hides = (span: ReadSpan): boolean =>
    span.hidesRequests === true
      ? !(calls.length > 0 && later.isShownAfter(span))
      : saysNothing(span) && later.mayKnow(span);
  const silent = spans.find(hides);
  if (silent === undefined && calls.length > 0) return [];
  if (silent !== undefined) return [`${tools}${nameOf(silent)} may have asked for calls; its content was not captured`];
  if (seesTools || spans.some(isStated)) return [];
  const untold = spans.find(isUntold);
  if (untold !== undefined && spans.some(shows))
    return [`${tools}${nameOf(untold)} may have asked for calls; what it returned does not show them; ${wrapTools}`];
  if (spans.some(shows)) return [];
  const kinds = [...new Set(spans.map(({ kind }) => kind))].sort();
  return [`${tools}only ${kinds.join(" and ")} spans were recorded, which don't show them; ${wrapTools}`];
}

/** Whether that no tool was called is known by nothing but that tools are wrapped in this process, which may be another agent's. */
export const knowsBySight = (tree: SpanTree, calls: readonly ToolCall[]): boolean =>
  calls.length === 0 && unknownTools(withoutShown(tree), calls, false, tree).length > 0;

/** One that failed handed nothing over; where no other did either, what the agent would have had is not known. */
function unknownDocuments(
  spans: readonly ReadSpan[],
  { shown, hidden }: Pick<Told, "shown" | "hidden">,
): readonly string[] {
  const silent = spans.filter((span) => span.hidesDocuments === true && !shown.has(span));
  const isShown = spans.some(({ documents }) => documents !== undefined);
  const [failed, others] = [silent.filter(hasFailed), silent.filter((span) => !hasFailed(span))];
  return [
    ...listed(`${retrieval}documents not recorded by`, [...others.map(nameOf), ...hidden], " "),
    ...(isShown ? [] : listed(`${retrieval}nothing was found, since these failed`, failed.map(nameOf))),
  ];
}

const hasFailed = ({ error }: ReadSpan): boolean => error !== undefined;

/** One sentence for all the spans that lack the same. */
function grouped(spans: readonly ReadSpan[]): readonly string[] {
  const lacking = new Map<string, Set<string>>();
  for (const span of spans) {
    for (const each of span.missing ?? []) lacking.set(each, (lacking.get(each) ?? new Set()).add(nameOf(span)));
  }
  return [...lacking].map(([what, names]) => `${[...names].join(", ")}: ${what}`);
}

const isUnanswered = (call: ToolCall): boolean =>
  call.executed !== false && call.output === undefined && call.error === undefined;
const callName = (call: ToolCall, index: number): string => `call ${String(index + 1)} (${call.name})`;
const nameOf = (span: ReadSpan): string => `${span.kind} "${span.name}"`;
const listed = (what: string, names: readonly string[], separator = ": "): readonly string[] =>
  names.length === 0 ? [] : [`${what}${separator}${[...new Set(names)].join(", ")}`];
