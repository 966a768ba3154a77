import type { ToolCall } from "../../test-case/tool-call.js";
import type { Trace } from "../../test-case/trace.js";
import type { ReadSpan } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";

const tools = "toolsCalled: ";
const retrieval = "retrievalContext: ";
const wrap =
  'wrap the agent in observe({ type: "agent" }, ...) and its tools in observe({ type: "tool" }, ...), or switch its telemetry on';

/** False: `toolsCalled` is empty because it could not be known, not because no tool was called. */
export const knowsTools = (trace: Trace): boolean => !trace.missing.some((each) => each.startsWith(tools));

/** False: `retrievalContext` is empty or partial because it could not be known. */
export const knowsRetrieval = (trace: Trace): boolean => !trace.missing.some((each) => each.startsWith(retrieval));

const telling: ReadonlySet<string> = new Set(["agent", "llm", "tool", "chain"]);

/** What the spans leave open, each as one sentence; those on a field of the trace begin with its name. */
export function missingOf(tree: SpanTree, calls: readonly ToolCall[], output: string | null): readonly string[] {
  if (tree.spans.length === 0) return nothing;
  const spans = withoutShown(tree);
  return [
    ...unknownTools(spans, calls),
    ...unknownDocuments(spans),
    ...(output === null ? ["output: no span recorded a final answer"] : []),
    ...listed("still open", spans.filter(({ endTimeMs }) => endTimeMs === null).map(nameOf)),
    ...grouped(spans),
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
  const showing = tree.spans.filter(({ kind, output }) => kind === "llm" && output !== undefined);
  const around = new Set(showing.flatMap((span) => tree.ancestors(span)));
  const among = new Set(showing);
  return tree.spans.map((span) => {
    if (span.kind !== "llm" || (span.hidesRequests !== true && span.missing === undefined) || among.has(span))
      return span;
    const twins = tree.twins.get(span) ?? [];
    const isShown =
      around.has(span) || tree.under(span, (up) => among.has(up)) || twins.some((twin) => among.has(twin));
    if (!isShown) return span;
    return { ...span, hidesRequests: false, missing: span.missing?.filter((each) => !each.startsWith(uncaptured)) };
  });
}

function unknownTools(spans: readonly ReadSpan[], calls: readonly ToolCall[]): readonly string[] {
  if (calls.length > 0) return [];
  const silent = spans.find(({ hidesRequests }) => hidesRequests === true);
  if (silent !== undefined) return [`${tools}${nameOf(silent)} may have asked for calls; its content was not captured`];
  if (spans.some(({ kind }) => telling.has(kind))) return [];
  return [`${tools}only ${[...new Set(spans.map(({ kind }) => kind))].join(" and ")} spans were recorded; ${wrap}`];
}

function unknownDocuments(spans: readonly ReadSpan[]): readonly string[] {
  const silent = spans.filter(
    (span) => span.hidesDocuments === true && span.endTimeMs !== null && span.error === undefined,
  );
  return listed(`${retrieval}documents not recorded by`, silent.map(nameOf), " ");
}

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
