import type { TraceTurn, TurnDelays } from "../../test-case/trace.js";
import { answerOf, isInHelper, questionOf } from "./answers.js";
import { lastToEnd } from "./last-to-end.js";
import type { Mutable, ReadSpan, WholeTrace } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";
import { spokenExchanges, type SpokenExchange } from "./spoken-exchanges.js";

/** An exchange with the spans that belong to it. */
export interface Exchanged {
  readonly turn: TraceTurn;
  readonly spans: readonly ReadSpan[];
}

/** The exchanges that the spans tell of, in order: spoken ones where they are recorded, else one for each trace. */
export function turnsOf(tree: SpanTree): readonly Exchanged[] {
  const spoken = spokenExchanges(tree);
  if (spoken.length > 0) {
    const agentAt = agentsAt(tree);
    return spoken.map((exchange) => ({ turn: spokenTurn(exchange, tree, agentAt), spans: exchange.spans }));
  }
  const agents = agentsByTrace(tree);
  if (agents.size === 0) return exchangeOfModels(tree);
  const all = byTrace(tree.spans);
  return [...agents].map(([traceId, outer]) => {
    const spans = all.get(traceId) ?? [];
    return { turn: turnOfTrace(traceId, outer, spans, tree), spans };
  });
}

/**
 * Of bare clients nothing is around the model calls, of which each may be a trace of its own: they are one exchange, from
 * the question of the first to the answer of the last. None where neither is known.
 */
function exchangeOfModels(tree: SpanTree): readonly Exchanged[] {
  const models = tree.outermost(tree.spans.filter((span) => span.kind === "llm" && !isInHelper(span, tree)));
  const [first] = models;
  if (first === undefined) return [];
  const turn = turnOfTrace(first.traceId, models, tree.spans, tree);
  return turn.input === null && turn.output === null ? [] : [{ turn, spans: tree.spans }];
}

function byTrace(spans: readonly ReadSpan[]): ReadonlyMap<string, readonly ReadSpan[]> {
  const traces = new Map<string, ReadSpan[]>();
  for (const span of spans) {
    const known = traces.get(span.traceId);
    if (known === undefined) traces.set(span.traceId, [span]);
    else known.push(span);
  }
  return traces;
}

/** The outermost agents, by the trace that they are in; where there are none, the outermost chains that ask a model. */
function agentsByTrace(tree: SpanTree): ReadonlyMap<string, readonly ReadSpan[]> {
  const agents = tree.spans.filter(({ kind }) => kind === "agent");
  const asking = agents.length > 0 ? undefined : tree.above(tree.spans.filter(({ kind }) => kind === "llm"));
  const working =
    asking === undefined ? agents : tree.spans.filter((span) => span.kind === "chain" && asking.has(span));
  return byTrace(tree.outermost(working).filter((span) => !isInHelper(span, tree)));
}

function turnOfTrace(
  traceId: string,
  agents: readonly ReadSpan[],
  within: readonly ReadSpan[],
  tree: SpanTree,
): TraceTurn {
  const told = <Key extends keyof WholeTrace>(key: Key) =>
    within.findLast(({ whole }) => whole?.[key] !== undefined)?.whole?.[key];
  const open = agents.some(({ endTimeMs }) => endTimeMs === null);
  const end = open ? null : agents.reduce((last, { endTimeMs }) => Math.max(last, endTimeMs ?? 0), 0);
  const start = agents[0]?.startTimeMs ?? 0;
  return {
    traceId,
    ...agentField(lastToEnd(agents)?.agent ?? ownerOf(within, tree)),
    input: told("input") ?? questionOf(within, tree) ?? null,
    output: told("output") ?? answerOf(within, tree) ?? null,
    latencyMs: end === null ? null : Math.max(0, end - start),
    interrupted: null,
  };
}

/** Where what is around the agents has no name of its own: the last of them, which may have been handed the user. */
const ownerOf = (spans: readonly ReadSpan[], tree: SpanTree): string | undefined =>
  lastToEnd(spans.filter((span) => span.kind === "agent" && span.agent !== undefined && !isInHelper(span, tree)))
    ?.agent;

type AgentAt = (reply: ReadSpan) => string | undefined;

function spokenTurn(
  { user, replies, spans, parts, interrupted }: SpokenExchange,
  tree: SpanTree,
  agentAt: AgentAt,
): TraceTurn {
  const [first] = replies;
  const delays = delaysOf(spans);
  const latencyMs = replies.find(({ exchange }) => exchange?.latencyMs !== undefined)?.exchange?.latencyMs;
  return {
    traceId: (first ?? user)?.traceId ?? "",
    ...agentField(first === undefined ? undefined : (lastToEnd(replies)?.agent ?? agentAt(first))),
    input: user?.inputText ?? first?.inputText ?? joined(parts, "heard") ?? questionOf(parts, tree) ?? null,
    output: joinedTexts(replies.map(({ outputText }) => outputText)) ?? answerOf(parts, tree) ?? null,
    latencyMs: latencyMs ?? null,
    interrupted,
    ...(delays !== undefined && { delays }),
  };
}

/** Where a reply does not name its agent: the one that took over last before it. */
function agentsAt(tree: SpanTree): AgentAt {
  const naming = byTrace(tree.spans.filter(({ agent }) => agent !== undefined));
  return (reply) => {
    const spans = naming.get(reply.traceId) ?? [];
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.startTimeMs ?? Infinity) <= reply.startTimeMs) low = middle + 1;
      else high = middle;
    }
    return spans[low - 1]?.agent;
  };
}

const agentField = (agent: string | undefined): Pick<TraceTurn, "agent"> => (agent === undefined ? {} : { agent });

const joined = (spans: readonly ReadSpan[], part: "heard"): string | undefined =>
  joinedTexts(spans.map(({ exchange, inputText }) => (exchange?.part === part ? inputText : undefined)));

function joinedTexts(texts: readonly (string | undefined)[]): string | undefined {
  const known = texts.filter((text) => text !== undefined);
  return known.length === 0 ? undefined : known.filter((text) => text !== "").join(" ");
}

/** Of several that tell of the same stage the first counts: that is what the user waited for. */
function delaysOf(spans: readonly ReadSpan[]): TurnDelays | undefined {
  const found: Mutable<TurnDelays> = {};
  for (const { delays } of spans) Object.assign(found, { ...delays, ...found });
  return Object.keys(found).length === 0 ? undefined : found;
}
