import { RehearsalError } from "../../errors.js";
import type { JsonObject } from "../../test-case/json.js";
import type { Turn } from "../../test-case/turn.js";
import { described } from "../../test-case/unknown-option.js";
import type { User, UserMove, UserRequest } from "../user.js";
import { graphState, nodeOf } from "./graph-state.js";
import { layoutOf } from "./layout.js";
import { edgeInput, routeFrom, type Route } from "./route.js";
import { isNode, type SimulationNode } from "./simulation-node.js";

/** What the user of a graph does next. All that it goes by is in the turns and their metadata. */
export async function graphMove(root: SimulationNode, request: UserRequest): Promise<UserMove> {
  const nodes = layoutOf(root);
  const names = new Map([...nodes].map(([name, node]) => [node, name]));
  const { at, visits } = graphState(nodes, request);
  const nameOf = (node: SimulationNode): string => names.get(node) ?? node.name;
  const before = (node: SimulationNode): number => visits.get(names.get(node) ?? "") ?? 0;
  const { to, why }: Route =
    at === null ? { to: root } : await routeFrom(at, { root, node: nameOf(at), visits: before(at), request });
  const name = nameOf(to);
  const entered = before(to) + 1;
  if (entered > to.maxVisits) {
    const times = to.maxVisits === 1 ? "once" : `${String(to.maxVisits)} times`;
    return { end: `The node "${name}" of the graph may be entered ${times} (maxVisits).`, by: "graph" };
  }
  const move = await act(to, name, request, entered);
  if ("end" in move) return move;
  const { metadata: own, ...line } = move;
  const nested: JsonObject = isNode(to.action) ? { within: own ?? {} } : (own ?? {});
  const metadata = { ...nested, node: name, ...(why !== undefined && { because: why }) };
  if (!to.terminal) {
    const terminalAhead = [...nodes.values()].some(({ terminal }) => terminal);
    return { ...line, metadata: { ...metadata, ...(terminalAhead && { terminalAhead }) } };
  }
  return { ...line, metadata, thenEnd: `The graph ended with the node "${name}" (terminal).`, by: "graph" };
}

async function act(node: SimulationNode, name: string, request: UserRequest, visits: number): Promise<UserMove> {
  const { action } = node;
  if (typeof action === "string") return { say: action };
  if (typeof action === "object") return moveOf(await other(action, name, request), name);
  const { golden, turns, lastUserTurn, lastAssistantTurn, threadId, random } = edgeInput(request, visits);
  const input = { golden, turns, lastUserTurn, lastAssistantTurn, threadId, random, visits };
  const answer = await action({
    ...input,
    get signal() {
      return request.signal;
    },
  });
  if (answer === null) return { end: `The node "${name}" of the graph had nothing more to say.`, by: "graph" };
  return typeof answer === "string" ? { say: answer } : moveOf(answer, name);
}

function moveOf(answer: unknown, name: string): UserMove {
  if (typeof answer === "object" && answer !== null && ("say" in answer || "end" in answer)) return answer as UserMove;
  throw new RehearsalError(
    "invalid_input",
    `The action of the node "${name}" gave ${described(answer)}, which is nothing to say. Return a text, { say } or ` +
      "{ end }, or null to end the conversation.",
  );
}

/** Another user speaks here. A graph inside of this one finds its own state where this one keeps it. */
async function other(user: User, name: string, request: UserRequest): Promise<UserMove> {
  if (!isNode(user)) return user.next(request);
  const own = (turn: Turn): Turn => {
    if (nodeOf(turn) === null) return turn;
    const { metadata, ...rest } = turn;
    const within = metadata?.node === name ? metadata.within : undefined;
    const isState = typeof within === "object" && within !== null && !Array.isArray(within);
    return { ...rest, ...(isState && { metadata: within as JsonObject }) };
  };
  return user.next({ ...request, turns: request.turns.map(own) });
}
