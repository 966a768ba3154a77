import { asSetUpFault } from "../../environment/set-up-fault.js";
import { failureKindOf } from "../failure-kind.js";
import { describeThrown } from "../thrown.js";
import type { UserRequest } from "../user.js";
import { lastTurnOf } from "../stopping.js";
import { chosenByModel, type WordedEdge } from "./choose-edge.js";
import { deciderOf } from "./layout.js";
import type { EdgeInput, SimulationNode } from "./simulation-node.js";

export interface Route {
  readonly to: SimulationNode;
  /** The condition in words that a model found to hold, or why it says that none does. */
  readonly why?: string;
}

interface From {
  readonly root: SimulationNode;
  /** Name of the node that spoke. */
  readonly node: string;
  readonly visits: number;
  readonly request: UserRequest;
}

/** The node that follows a reply. */
export async function routeFrom(at: SimulationNode, { root, node, visits, request }: From): Promise<Route> {
  if (at.edges.length === 0) return { to: at };
  const input = edgeInput(request, visits);
  for (const { to, when } of at.edges)
    if (typeof when === "function" && (await holds(when, input, node))) return { to };
  const worded = at.edges.flatMap(({ to, when }): WordedEdge[] => (typeof when === "string" ? [{ to, when }] : []));
  if (worded.length > 0 && input.lastTurn !== undefined) {
    const chosen = await chosenByModel(worded, input, {
      decider: deciderOf(root, request.models ?? {}),
      request,
      node,
    });
    if (chosen !== null) return { to: chosen.to, why: chosen.when };
  }
  return { to: at.edges.find(({ when }) => when === null)?.to ?? at };
}

/** What a condition throws is the test's slip, and neither the agent's nor the user's. */
async function holds(when: (input: EdgeInput) => unknown, input: EdgeInput, node: string): Promise<boolean> {
  try {
    return Boolean(await when(input));
  } catch (thrown) {
    if (thrown instanceof Error && failureKindOf(thrown) === "threw")
      asSetUpFault(thrown, `A condition of the edges from the node "${node}" failed: ${describeThrown(thrown)}`);
    throw thrown;
  }
}

export function edgeInput({ golden, turns, threadId = "", random, traces }: UserRequest, visits: number): EdgeInput {
  const lastAssistantTurn = lastTurnOf("assistant", turns);
  const reply = turns.slice(turns.findLastIndex(({ role }) => role === "user") + 1);
  const called = reply.flatMap(({ toolsCalled }) => (toolsCalled === undefined ? [] : [toolsCalled]));
  const trace = traces?.at(-1);
  return {
    golden,
    turns,
    lastUserTurn: lastTurnOf("user", turns),
    lastAssistantTurn,
    lastTurn: lastAssistantTurn,
    threadId,
    random,
    visits,
    toolsCalled: called.length === 0 ? undefined : called.flat(),
    trace,
    spans: trace?.spans ?? [],
  };
}
