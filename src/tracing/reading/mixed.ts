import { isInHelper } from "./answers.js";
import type { ReadSpan } from "./read-span.js";
import { SpanTree } from "./span-tree.js";

/**
 * Says so where spans that were read as one exchange name several conversations, or are traces of agents that have
 * nothing in common: neither a conversation, nor a question, nor a moment, nor a span around both.
 */
export function mixedNote(given: readonly ReadSpan[]): readonly string[] {
  if (given.length < 2) return [];
  const conversations = conversationsIn(given);
  if (conversations > 1) return [strange(`${String(conversations)} conversations`)];
  const exchanges = hasManyTraces(given) ? exchangesIn(given) : 0;
  if (exchanges < 2) return [];
  if (conversations === 0) return [strange(`${String(exchanges)} traces of agents`)];
  return [
    `spans of ${String(exchanges)} exchanges of one conversation were read as one, so that its input is the first one's and its output the last one's: give readTrace those of one, or all of them to readTraces and these to conversationFromTraces`,
  ];
}

const strange = (what: string): string =>
  `spans of ${what} that have nothing in common were read as one exchange: give readTrace those of one, or readTraces all of them`;

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

/** Agents, or chains where there are none, that were asked something else each, one after another, in traces of their own. */
function exchangesIn(spans: readonly ReadSpan[]): number {
  if (spans.some(({ exchange }) => exchange !== undefined)) return 0;
  const tree = new SpanTree(spans);
  const own = tree.spans.filter((span) => !isInHelper(span, tree));
  const agents = own.filter(({ kind }) => kind === "agent");
  const asking = agents.length > 0 ? undefined : tree.above(own.filter(({ kind }) => kind === "llm"));
  const working = asking === undefined ? agents : own.filter((span) => span.kind === "chain" && asking.has(span));
  const groups: Group[] = [];
  for (const agent of tree.outermost(working)) {
    if (tree.ancestors(agent).length > 0) return 0;
    const question = agent.inputText;
    const [start, end] = [agent.startTimeMs, agent.endTimeMs ?? Infinity];
    const known = groups.find((group) => group.question === question || start < group.end);
    if (known === undefined) groups.push({ question, start, end });
    else known.end = Math.max(known.end, end);
  }
  return groups.some(({ question }) => question === undefined) ? 0 : groups.length;
}
