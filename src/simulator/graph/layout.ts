import { RehearsalError } from "../../errors.js";
import { readyOnRecord } from "../on-record.js";
import type { UserModels } from "../user.js";
import type { SimulationNode } from "./simulation-node.js";

/** The nodes of a graph by name, breadth first. Throws a RehearsalError where two have the same. */
export function layoutOf(root: SimulationNode): ReadonlyMap<string, SimulationNode> {
  const nodes = new Set([root]);
  // A set hands out what is added to it while it is gone through.
  for (const node of nodes) for (const { to } of node.edges) nodes.add(to);
  const taken = new Set<string>();
  for (const { givenName } of nodes) {
    if (givenName === undefined) continue;
    if (taken.has(givenName)) {
      throw new RehearsalError(
        "invalid_input",
        `SimulationNode: two nodes of the graph are named "${givenName}". The path tells them apart by name: give each its own.`,
      );
    }
    taken.add(givenName);
  }
  return new Map([...nodes].map((node, at) => [node.givenName ?? free(at, taken), node]));
}

/** By its place, so that a conversation that goes on in another process finds it again. */
function free(at: number, taken: ReadonlySet<string>): string {
  const name = at === 0 ? "start" : `node ${String(at + 1)}`;
  return taken.has(name) ? free(at + taken.size, taken) : name;
}

/** Who decides the edges in words. Throws a RehearsalError where nobody does. */
export function deciderOf(root: SimulationNode, { decision, language }: UserModels): Decider {
  const decider = root.model ?? decision ?? language;
  if (decider !== undefined) return decider;
  const [text] = [...layoutOf(root).values()].flatMap(({ edges }) =>
    edges.flatMap(({ when }) => (typeof when === "string" ? [when] : [])),
  );
  throw new RehearsalError(
    "missing_setting",
    `SimulationNode: the edge "${text ?? ""}" is given in words, and there is no model to decide it. Give the simulator ` +
      "a model (or decisionModel), set REHEARSAL_MODEL or OPENAI_API_KEY, or give the edge a function.",
  );
}

export type Decider = NonNullable<SimulationNode["model"]>;

/** What can be wrong with a graph, found before any conversation. */
export async function checkGraph(root: SimulationNode, models: UserModels): Promise<void> {
  const nodes = [...layoutOf(root).values()];
  if (nodes.some(({ edges }) => edges.some(({ when }) => typeof when === "string"))) {
    await readyOnRecord(deciderOf(root, models));
  }
  for (const { action } of nodes) {
    if (typeof action === "object" && action !== root) await action.ready?.(models);
  }
}
