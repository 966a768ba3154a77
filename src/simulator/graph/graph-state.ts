import { RehearsalError } from "../../errors.js";
import { isInserted, type Turn } from "../../test-case/turn.js";
import type { UserRequest } from "../user.js";
import type { SimulationNode } from "./simulation-node.js";

/** Where a conversation is in its graph. */
export interface GraphState {
  /** The node that spoke last. Null: none has, and nothing is to be routed. */
  readonly at: SimulationNode | null;
  /** By name. */
  readonly visits: ReadonlyMap<string, number>;
}

/**
 * Read from the turns alone: each that a node made has its name in `metadata.node`. A golden that ends with a user turn
 * has said the first node's words already, so that the first reply is routed from there, and no visit is counted.
 */
export function graphState(
  nodes: ReadonlyMap<string, SimulationNode>,
  { golden, turns }: Pick<UserRequest, "golden" | "turns">,
): GraphState {
  const visits = new Map<string, number>();
  let at: SimulationNode | null = null;
  if (golden.turns?.at(-1)?.role === "user") at = nodes.values().next().value ?? null;
  for (const turn of turns.slice(golden.turns?.length ?? 0)) {
    const name = nodeOf(turn);
    if (name === null) continue;
    visits.set(name, (visits.get(name) ?? 0) + 1);
    at = nodes.get(name) ?? gone(name);
  }
  return { at, visits };
}

/** The node that made a turn. Null: none did. */
export const nodeOf = (turn: Turn): string | null =>
  turn.role === "user" && !isInserted(turn) && typeof turn.metadata?.node === "string" ? turn.metadata.node : null;

function gone(name: string): never {
  throw new RehearsalError(
    "invalid_input",
    `SimulationNode: the conversation was at the node "${name}", and the graph has none of that name.`,
  );
}
