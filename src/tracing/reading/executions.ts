import { isHidden, mayAgree, sameArguments } from "./argument-keys.js";
import { isFailure, wordsIn } from "./mcp-results.js";
import { isPlaceholder } from "./placeholders.js";
import type { ExecutedCall as Call, ReadSpan } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";

/** A call that ran, with what all the spans tell that recorded it. */
export interface Execution {
  span: ReadSpan;
  call: Call;
  /** Joined with the request for it. */
  taken: boolean;
}

/**
 * Tool spans; a span within a span of the same call (an MCP client's, a wrapped `execute`) only fills in its gaps, and so
 * does the other end's span of one request, and what another instrumentation wrote beside it. An observed tool that calls itself, or another
 * of its name that it does not wrap, made two calls. Where a tool of some framework runs another
 * of its name several times, as to try again, each of these is a call, and the outer span tells of the last.
 */
export function executionsOf(tree: SpanTree): readonly Execution[] {
  const found = new Map<ReadSpan, Execution>();
  const byKey = new Map<string, Execution>();
  const within = new Map<string, Attempt>();
  for (const span of tree.spans) {
    if (span.kind !== "tool" || span.call === undefined) continue;
    const call = callOf(span.call, span.error);
    const around = tree.nearest(span, ({ kind }) => kind === "tool");
    const outer = around === undefined ? undefined : found.get(around);
    const otherEnd = span.callKey === undefined ? undefined : byKey.get(span.callKey);
    const [twin] = tree.twins.get(span) ?? [];
    const beside = twin === undefined ? undefined : found.get(twin);
    const isApart = span.call.isApart === true && around?.call?.isObserved === true;
    const isInner = outer !== undefined && !isApart && isWithin(outer.call, call);
    const same = isInner ? outer : (otherEnd ?? beside);
    if (isInner && around !== undefined) {
      const key = `${around.traceId} ${around.spanId} ${span.scope ?? ""} ${call.id ?? ""}`;
      const earlier = within.get(key);
      if (earlier !== undefined) {
        found.set(earlier.span, { span: earlier.span, call: earlier.call, taken: false });
        outer.span = span;
        outer.call = earlier.outer;
      }
      within.set(key, { span, call, outer: outer.call });
    }
    if (same !== undefined) same.call = filled(same, call);
    const execution = same ?? { span, call, taken: false };
    found.set(span, execution);
    if (span.callKey !== undefined) byKey.set(span.callKey, execution);
  }
  const executions = [...new Set(found.values())];
  return within.size === 0 ? executions : executions.sort((a, b) => a.span.startTimeMs - b.span.startTimeMs);
}

/** A run within a call of the same tool, and what was known of that call before. */
interface Attempt {
  readonly span: ReadSpan;
  readonly call: Call;
  readonly outer: Call;
}

/** What readers call a tool whose name is not on record. */
const UNNAMED = "unnamed tool";

function callOf(call: Call, error: string | undefined): Call {
  const isUnnamed = call.name === UNNAMED || isPlaceholder(call.name);
  const hidesId = isPlaceholder(call.id);
  const failed = call.error === undefined && isFailure(call.output);
  if (error === undefined && !isUnnamed && !hidesId && !failed) return call;
  return {
    ...call,
    error: call.error ?? error ?? (failed ? (wordsIn(call.output) ?? "failed without a message") : undefined),
    ...(failed && { output: undefined }),
    ...(isUnnamed && { name: UNNAMED, unnamed: true }),
    ...(hidesId && { id: undefined }),
  };
}

function filled({ call, span }: Execution, inner: Call): Call {
  // A call under way has no answer yet, and one that failed has none though something within it may have worked.
  const unanswered = !isAnswered({ call }) && span.endTimeMs !== null;
  // Some hand the words of the error on as if they were a result.
  const isHandedOn = inner.error !== undefined && call.error === undefined && call.output === inner.error;
  return {
    ...call,
    ...(call.unnamed === true && { name: inner.name, unnamed: inner.unnamed }),
    id: call.id ?? inner.id,
    type: call.type ?? inner.type,
    description: call.description ?? inner.description,
    ...fuller(call, inner),
    output: isHandedOn ? undefined : unanswered ? inner.output : call.output,
    error: isHandedOn || unanswered ? inner.error : call.error,
    executed: call.executed ?? inner.executed,
  };
}

/** Some tools record but the value of their only argument, and some spans not what it was. */
function fuller(a: Call, b: Call): Pick<Call, "inputParameters" | "redacted" | "exact"> {
  const given = b.inputParameters;
  const isLess =
    a.inputParameters === undefined || (typeof a.inputParameters === "string" && typeof given === "object");
  const isShown = given !== undefined && isHidden(a) && !isHidden(b);
  const { inputParameters, redacted, exact } = isLess || isShown ? b : a;
  return { inputParameters, redacted, exact };
}

export const isAnswered = ({ call }: Pick<Execution, "call">): boolean =>
  (call.output !== undefined && !isPlaceholder(call.output)) || call.error !== undefined;

/** Agents give the tools of MCP servers longer names, such as `mcp__kb__search` for `search`. */
function isWithin(outer: Call, inner: Call): boolean {
  if (sameCall(outer, inner)) return true;
  const prefix = inner.type === "mcp" && outer.name.endsWith(inner.name) && outer.name.slice(0, -inner.name.length);
  return typeof prefix === "string" && /[^a-zA-Z0-9]$/.test(prefix) && sameCall({ ...outer, name: inner.name }, inner);
}

type Known = Pick<Call, "name" | "id" | "inputParameters" | "unnamed" | "redacted">;

export function sameCall(a: Known, b: Known): boolean {
  const named = a.unnamed !== true && b.unnamed !== true;
  if ((named && a.name !== b.name) || (a.id !== undefined && b.id !== undefined && a.id !== b.id)) return false;
  if (a.inputParameters === undefined || b.inputParameters === undefined) return named;
  if (sameArguments(a.inputParameters, b.inputParameters)) return true;
  return named && (isHidden(a) || isHidden(b)) && mayAgree(a, b);
}
