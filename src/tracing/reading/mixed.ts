import { isInHelper, questionOf } from "./answers.js";
import type { ReadSpan } from "./read-span.js";
import { SpanTree } from "./span-tree.js";

/**
 * Says so where spans that were read as one exchange name several conversations, or are traces of agents that have
 * nothing in common: neither a conversation, nor a question, nor a moment, nor a span around both.
 */
export function mixedNote(given: readonly ReadSpan[]): readonly string[] {
  if (given.length < 2) return [];
  const conversations = conversationsIn(given);
  const traces = conversations > 1 || !hasManyTraces(given) ? 0 : strangersIn(given);
  if (conversations < 2 && traces < 2) return [];
  const of = conversations > 1 ? `${String(conversations)} conversations` : `${String(traces)} traces of agents`;
  return [
    `spans of ${of} that have nothing in common were read as one exchange: give readTrace those of one, or readTraces all of them`,
  ];
}

/** How many the spans name, each by the surest sign that any of them gives. */
function conversationsIn(spans: readonly ReadSpan[]): number {
  let [surest, ids] = [Infinity, new Set<string>()];
  for (const { whole } of spans) {
    const { id, rank } = whole?.conversation ?? { id: "", rank: Infinity };
    if (rank < surest) [surest, ids] = [rank, new Set()];
    if (rank === surest && rank !== Infinity) ids.add(id);
  }
  return ids.size < 2 ? ids.size : ofRoots(spans, surest).size;
}

/** What an agent asks another one in a conversation of theirs is part of the exchange around it. */
function ofRoots(spans: readonly ReadSpan[], surest: number): ReadonlySet<string> {
  const tree = new SpanTree(spans);
  const naming = tree.spans.filter(({ whole }) => whole?.conversation?.rank === surest);
  return new Set(tree.outermost(naming).flatMap(({ whole }) => whole?.conversation?.id ?? []));
}

const hasManyTraces = ([first, ...rest]: readonly ReadSpan[]): boolean =>
  rest.some(({ traceId }) => traceId !== first?.traceId);

interface Group {
  readonly question: string | undefined;
  readonly start: number;
  end: number;
}

/** Agents that were asked something else each, one after another, in traces of which no span names a conversation. */
function strangersIn(spans: readonly ReadSpan[]): number {
  if (spans.some(({ whole, exchange }) => whole?.conversation !== undefined || exchange !== undefined)) return 0;
  const tree = new SpanTree(spans);
  const agents = tree.outermost(tree.spans.filter((span) => span.kind === "agent" && !isInHelper(span, tree)));
  const groups: Group[] = [];
  for (const agent of agents) {
    if (tree.ancestors(agent).length > 0) return 0;
    const question = agent.inputText ?? questionOf([agent], tree);
    const [start, end] = [agent.startTimeMs, agent.endTimeMs ?? Infinity];
    const known = groups.find((group) => group.question === question || start < group.end);
    if (known === undefined) groups.push({ question, start, end });
    else known.end = Math.max(known.end, end);
  }
  return groups.some(({ question }) => question === undefined) ? 0 : groups.length;
}
