import { isJsonObject } from "../../test-case/json.js";
import { lastToEnd } from "./last-to-end.js";
import { answerOfModels } from "./model-answers.js";
import type { ReadSpan } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";

const helpers: ReadonlySet<string> = new Set(["tool", "retriever", "reranker"]);

const isHelper = ({ kind, isAside }: ReadSpan): boolean => helpers.has(kind) || isAside === true;

/** What a tool, a retriever or a guardrail did inside itself is no part of the exchange with the user. */
export const isInHelper = (span: ReadSpan, tree: SpanTree): boolean => tree.under(span, isHelper);

/**
 * The final answer among `spans`: of the outermost agents, or chains that hold some beside them, that of the one that
 * ended last, else of the outermost chains;
 * where there are none, what the last model call said; without models, what the outermost of other spans returned.
 * An agent that does not tell what it answered answered what its own last model call said. Undefined: not known, also
 * where something that is known was said before.
 */
export function answerOf(spans: readonly ReadSpan[], tree: SpanTree): string | undefined {
  const ofKind = (...kinds: readonly string[]) =>
    spans.filter((span) => kinds.includes(span.kind) && !isInHelper(span, tree));
  const outer = tree.outermost(ofKind("agent", "chain"));
  const isAgent = ({ kind }: ReadSpan): boolean => kind === "agent";
  // A run that goes on after somebody approved of a call may have a chain around it, where its first part had an agent.
  const working = outer.some(isAgent) ? holding(outer, ofKind("agent"), tree) : speaking(outer, spans, tree);
  const last = lastToEnd(working);
  if (last?.outputText !== undefined) return last.outputText;
  if (last?.status === "error") return undefined;
  const within = last === undefined ? () => true : (span: ReadSpan) => tree.under(span, (up) => up === last);
  const parts = ofKind("agent", "chain", "llm", "tool").filter(within);
  if (parts.some(({ kind }) => kind !== "tool")) {
    const text = answerOfModels(parts, last?.kind !== "agent", tree);
    const isSilent = text === "" || (text === undefined && parts.every(({ kind }) => kind === "chain"));
    const made = isSilent ? madeBy(outer) : undefined;
    if (made !== undefined) return made;
    return text === "" && last !== undefined && waits(parts) ? undefined : text;
  }
  return last === undefined
    ? lastToEnd(tree.outermost(ofKind("custom").filter(({ outputText }) => outputText !== undefined)))?.outputText
    : undefined;
}

/** The object that the only chain around all returned, spelled as JSON; the state of a graph is no answer. */
function madeBy([chain, ...more]: readonly ReadSpan[]): string | undefined {
  if (chain?.kind !== "chain" || more.length > 0 || chain.status === "error" || chain.parentSpanId !== null)
    return undefined;
  const { output } = chain;
  const isObject = isJsonObject(output) && Object.keys(output).length > 0;
  return isObject && states.every((key) => output[key] === undefined) ? JSON.stringify(output) : undefined;
}

const states = ["messages", "__interrupt__", "lg_name", "kwargs"];

/** Who stopped at a call that somebody has to approve of, or to run, has not answered yet. */
const waits = (parts: readonly ReadSpan[]): boolean =>
  lastToEnd(parts.filter(({ kind }) => kind === "llm"))?.requested?.some(({ executed }) => executed !== true) === true;

/** Of chains those that hand something over, or hold who does: others are steps beside the answer. */
function speaking(chains: readonly ReadSpan[], spans: readonly ReadSpan[], tree: SpanTree): readonly ReadSpan[] {
  if (chains.every(({ outputText }) => outputText !== undefined)) return chains;
  const models = spans.filter((span) => span.kind === "llm" && !isInHelper(span, tree));
  const asking = new Set(holding(chains, models, tree));
  return chains.filter((chain) => chain.outputText !== undefined || asking.has(chain));
}

/** Those of `outer` that are among `inner` or hold one of them. */
function holding(outer: readonly ReadSpan[], inner: readonly ReadSpan[], tree: SpanTree): readonly ReadSpan[] {
  const found = new Set([...inner, ...tree.above(inner)]);
  return outer.filter((span) => found.has(span));
}

/**
 * The user's words among `spans`: what the first of the outermost agents was told, or of the chains that hold some, else
 * of the outermost chains that ask a model; else what the first agent within was told, else the last words in the first
 * model call, which may be a prompt of the agent's own.
 */
export function questionOf(spans: readonly ReadSpan[], tree: SpanTree): string | undefined {
  const own = spans.filter((span) => !isInHelper(span, tree));
  const ofKind = (...kinds: readonly string[]) => own.filter(({ kind }) => kinds.includes(kind));
  const first = (among: readonly ReadSpan[]) => among.find(({ inputText }) => inputText !== undefined)?.inputText;
  const outer = tree.outermost(ofKind("agent", "chain"));
  const agents = ofKind("agent");
  const roots = holding(outer, agents.length > 0 ? agents : ofKind("llm"), tree);
  return first(roots) ?? first(agents) ?? first(ofKind("llm"));
}
