import { isJsonObject, type JsonValue } from "../../test-case/json.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import type { Handoff } from "../../test-case/trace.js";
import { isInHelper } from "./answers.js";
import type { PlacedCall } from "./join-calls.js";
import type { Mutable, ReadSpan } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";

/** A sign that the user was handed over, of which one handoff leaves several: a call, a span of its own, a new agent. */
interface Sign {
  readonly from?: string | undefined;
  readonly to: string;
  readonly atMs: number;
  readonly callId?: string | undefined;
  /** Of an agent that began: what it is a part of. */
  readonly run?: ReadSpan;
}

/** Times that are cut down to milliseconds let an agent seem to begin before the other has ended. */
const CUT_MS = 1;

/**
 * Who handed the user over to whom, in order, each once. Undefined: not known, as where no span names an agent.
 *
 * @param placed what `joinCalls` made of the tree
 * @param knowsCalls whether all calls of tools are on record
 */
export function handoffsOf(
  tree: SpanTree,
  placed: readonly PlacedCall[],
  knowsCalls: boolean,
): readonly Handoff[] | undefined {
  const names = namesIn(tree);
  const asked = transfersIn(placed, names, tree);
  const signs = [...asked.signs, ...toldIn(tree)];
  if (names.size === 0 && signs.length === 0) return undefined;
  // One agent alone hands over to nobody.
  const owners = names.size < 2 && signs.length === 0 ? [] : ownersIn(tree);
  const all = [...signs, ...owners].sort((a, b) => a.atMs - b.atMs);
  const found: Mutable<Handoff>[] = [];
  let owner: string | undefined;
  let run: ReadSpan | undefined;
  for (const sign of all) {
    // That another agent began is a sign only where something around both shows that they had to do with each other.
    const isStart = sign.run !== undefined && (owner === undefined || sign.run !== (run ?? sign.run));
    run = sign.run ?? run;
    if (isStart && !same(sign.to, owner)) {
      owner = sign.to;
      continue;
    }
    const from = sign.from ?? owner;
    if (same(sign.to, owner)) {
      const last = found.at(-1);
      if (last !== undefined && same(last.to, sign.to)) fill(last, sign);
    } else if (!same(sign.to, from)) {
      found.push({
        from: from ?? null,
        to: sign.to,
        atMs: sign.atMs,
        ...(sign.callId !== undefined && { callId: sign.callId }),
      });
    }
    owner = sign.to;
  }
  if (found.length > 0) return found;
  return knowsCalls && !asked.isDoubtful ? [] : undefined;
}

function fill(handoff: Mutable<Handoff>, { from, callId }: Sign): void {
  if (handoff.from === null && from !== undefined && !same(from, handoff.to)) handoff.from = from;
  if (handoff.callId === undefined && callId !== undefined) handoff.callId = callId;
}

/** Names of agents become names of tools: `Billing Agent` is handed over to by `transfer_to_billing_agent`. */
const keyOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_");
const same = (a: string | undefined | null, b: string | undefined | null): boolean =>
  typeof a === "string" && typeof b === "string" && keyOf(a) === keyOf(b);

function namesIn(tree: SpanTree): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const agents = new Set(tree.spans.map(({ agent }) => agent));
  for (const agent of agents) if (agent !== undefined) names.set(keyOf(agent), agent);
  return names;
}

/** What spans of their own tell. */
const toldIn = (tree: SpanTree): readonly Sign[] =>
  tree.spans.flatMap(({ handoff, startTimeMs }) => (handoff === undefined ? [] : [{ ...handoff, atMs: startTimeMs }]));

/** The outermost agents that have a name, where each begins after the one before it: those side by side hand nothing over. */
function ownersIn(tree: SpanTree): readonly Sign[] {
  const named = tree.spans.filter(({ kind, agent }) => kind === "agent" && agent !== undefined);
  const owners: Sign[] = [];
  let busyUntil = -Infinity;
  for (const span of tree.outermost(named)) {
    if (span.agent === undefined || isInHelper(span, tree)) continue;
    const isAfter = span.startTimeMs + CUT_MS > busyUntil;
    busyUntil = Math.max(busyUntil, span.endTimeMs ?? Infinity);
    if (isAfter) owners.push({ to: span.agent, atMs: span.startTimeMs, run: runOf(span, tree) });
  }
  return owners;
}

/** What frameworks put around all agents of one run is an agent without a name; else all that lies within one span counts. */
function runOf(span: ReadSpan, tree: SpanTree): ReadSpan {
  const around = tree.ancestors(span);
  return around.findLast(({ kind }) => kind === "agent") ?? around.at(-1) ?? span;
}

const transfer = /^(?:transfer|hand_?off|handover)(?:_back)?_to_(.+)$/i;

/**
 * Calls of `transfer_to_…` that ran, where an agent of that name is known or the answer says that it took over: others,
 * such as those which transfer money or call a human, have the same names.
 */
function transfersIn(
  placed: readonly PlacedCall[],
  names: ReadonlyMap<string, string>,
  tree: SpanTree,
): { readonly signs: readonly Sign[]; readonly isDoubtful: boolean } {
  let isDoubtful = false;
  const signs = placed.flatMap(({ call, at, by, doubt }): readonly Sign[] => {
    const [, named] = transfer.exec(call.name) ?? [];
    if (named === undefined || doubt !== undefined || call.executed === false || call.error !== undefined) return [];
    const told = keyOf(named) === "agent" ? argumentIn(call.inputParameters) : named;
    const to = names.get(keyOf(told ?? "")) ?? takerIn(call.output) ?? (told === named ? undefined : told);
    isDoubtful ||= to === undefined;
    return to === undefined ? [] : [{ from: agentAround(by, tree), to, atMs: at, callId: call.id }];
  });
  return { signs, isDoubtful };
}

const agentAround = (span: ReadSpan, tree: SpanTree): string | undefined =>
  span.agent ?? tree.nearest(span, ({ agent }) => agent !== undefined)?.agent;

function argumentIn(given: ToolCall["inputParameters"]): string | undefined {
  if (typeof given !== "object") return undefined;
  const names = [given.agent_name, given.agentName, given.agent, given.name].filter((each) => typeof each === "string");
  return names[0];
}

/** OpenAI Agents answer `{ "assistant": "Billing" }`, others in a sentence. */
function takerIn(output: JsonValue | undefined): string | undefined {
  if (isJsonObject(output)) return typeof output.assistant === "string" ? output.assistant : undefined;
  const [, name] =
    /^(?:Successfully t|T)ransferred (?:back )?to ([^,.]+)/.exec(typeof output === "string" ? output : "") ?? [];
  return name?.trim();
}

/** The same calls: one that asked for a handoff which happened did run, though nothing else shows it. */
export function withHandoffs(
  calls: readonly ToolCall[],
  handoffs: readonly Handoff[] | undefined,
): readonly ToolCall[] {
  const waiting = new Map<string, number>();
  for (const { to, callId } of handoffs ?? [])
    if (callId === undefined) waiting.set(keyOf(to), (waiting.get(keyOf(to)) ?? 0) + 1);
  if (waiting.size === 0) return calls;
  return calls.map((call) => {
    const [, named] = call.executed === false ? (transfer.exec(call.name) ?? []) : [];
    const left = named === undefined ? 0 : (waiting.get(keyOf(named)) ?? 0);
    if (named === undefined || left === 0) return call;
    waiting.set(keyOf(named), left - 1);
    const { executed: _, ...ran } = call;
    return ran;
  });
}
