import { RehearsalError } from "../../errors.js";
import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import type { DecisionModel } from "../../models/decision-model.js";
import type { LanguageModel } from "../../models/language-model.js";
import { described, wrongOptions } from "../../test-case/unknown-option.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import type { Trace, TraceSpan } from "../../test-case/trace.js";
import type { Turn } from "../../test-case/turn.js";
import type * as GraphMove from "./graph-move.js";
import type { Random, User, UserModels, UserMove, UserRequest } from "../user.js";

/** What an action is told. */
export interface NodeInput {
  readonly golden: ConversationalGolden;
  /** The conversation so far, the golden's own turns first. */
  readonly turns: readonly Turn[];
  /** Undefined: nobody has spoken in that role yet. */
  readonly lastUserTurn: Turn | undefined;
  readonly lastAssistantTurn: Turn | undefined;
  readonly threadId: string;
  readonly random: Random;
  /** How often this node has been entered, this time included. */
  readonly visits: number;
  readonly signal: AbortSignal;
}

type Answer = string | UserMove | null;
/** A text, a function that gives one, or another user. From a function, null ends the conversation. */
export type NodeAction = string | ((input: NodeInput) => Answer | Promise<Answer>) | User;

/** What a predicate of an edge is told. */
export interface EdgeInput extends Omit<NodeInput, "signal"> {
  /** The agent's latest turn. Undefined: it has not spoken. */
  readonly lastTurn: Turn | undefined;
  /** What the agent called in its latest reply. Undefined: not known. */
  readonly toolsCalled: readonly ToolCall[] | undefined;
  /** What was recorded of the latest reply. Undefined: nothing is traced. */
  readonly trace: Trace | undefined;
  /** Of that trace. Empty where there is none. */
  readonly spans: readonly TraceSpan[];
}

/** A condition in words, which a model decides, or a function, which decides by itself. */
export type EdgeCondition = string | ((input: EdgeInput) => boolean | Promise<boolean>);

export interface SimulationNodeOptions {
  /** How the node is named in the path; unique in its graph. Default: `start`, and `node 2`, `node 3`, … by breadth. */
  readonly name?: string;
  /** What the user does here. */
  readonly action: NodeAction;
  /** The conversation ends after the agent's reply to it. Default: false. */
  readonly terminal?: boolean;
  /** How often it may be entered; once more ends the conversation without another turn. Default: no bound. */
  readonly maxVisits?: number;
  /** Decides edges in words, of the graph that begins here. Default: the simulator's `decisionModel` or `model`. */
  readonly model?: LanguageModel | DecisionModel;
}

/** An edge of a graph. */
export interface SimulationEdge {
  readonly to: SimulationNode;
  /** Null: always, where no other edge of the node fits. */
  readonly when: EdgeCondition | null;
}

/**
 * A node of a graph that plays the user. The graph is a user itself: give the node that it begins with as `user`. After
 * each reply of the agent an edge is chosen: functions are asked first, in order; then one call of a model decides
 * between all edges in words (asked once more where its answer can't be read; then the conversation is errored); then comes
 * an edge without a condition. Where none fits, the node is entered again. The
 * path is in `path` of the test case. Where the graph has terminal nodes, and the cap, a budget or going in circles ends the
 * conversation before one is reached, the test case is errored: nothing that it asserts was put to the test.
 *
 * @example
 * const greet = new SimulationNode({ name: "greet", action: "Hi, I want to cancel my order." });
 * const bye = new SimulationNode({ name: "bye", action: "Thanks, bye.", terminal: true });
 * greet.addNode(bye, ({ toolsCalled }) => toolsCalled?.some(({ name }) => name === "cancel_order") === true);
 * const simulator = new ConversationSimulator({ agent, user: greet });
 */
export class SimulationNode implements User {
  readonly vouchesFor = "everything";
  readonly name: string;
  /** Undefined: none was given. */
  readonly givenName: string | undefined;
  readonly action: NodeAction;
  readonly terminal: boolean;
  readonly maxVisits: number;
  readonly model: LanguageModel | DecisionModel | undefined;
  readonly #edges: SimulationEdge[] = [];

  /** Throws a RehearsalError where an option is missing or wrong. */
  constructor(options: SimulationNodeOptions) {
    const problem = wrongOptions(options, ["name", "action", "terminal", "maxVisits", "model"]);
    if (problem !== undefined) throw wrong(problem);
    const { name, action, terminal = false, maxVisits = Infinity, model } = options;
    if (name !== undefined && (typeof name !== "string" || name.trim() === "")) throw wrong("name must be a text");
    if (typeof action !== "string" && typeof action !== "function" && !isUser(action))
      throw wrong(`action must be a text, a function that gives one, or a User; got ${described(action)}`);
    if (maxVisits !== Infinity && (!Number.isSafeInteger(maxVisits) || maxVisits < 1))
      throw wrong(`maxVisits must be a whole number from 1; got ${described(maxVisits)}`);
    this.givenName = name;
    this.name = name ?? "SimulationNode";
    this.action = action;
    this.terminal = terminal;
    this.maxVisits = maxVisits;
    this.model = model;
  }

  /** The edges that leave it, in order. */
  get edges(): readonly SimulationEdge[] {
    return this.#edges;
  }

  /**
   * Adds an edge and returns the node that it leads to, so that a chain reads as one. Cycles and edges back to the node
   * itself are fine. Throws a RehearsalError where `child` is no node or `when` is no condition.
   */
  addNode(child: SimulationNode, when?: EdgeCondition): SimulationNode {
    if (!isNode(child)) throw wrong(`addNode takes a SimulationNode; got ${described(child)}`);
    if (when !== undefined && typeof when !== "function" && (typeof when !== "string" || when.trim() === ""))
      throw wrong(`when must be a condition in words or a function; got ${described(when)}`);
    this.#edges.push({ to: child, when: when ?? null });
    return child;
  }

  /** Rejects where two nodes have one name, and where edges in words have no model to decide them. */
  async ready(models: UserModels): Promise<void> {
    const { checkGraph } = await import("./layout.js");
    await checkGraph(this, models);
  }

  async next(request: UserRequest): Promise<UserMove> {
    const { graphMove } = await (moving ??= import("./graph-move.js"));
    return graphMove(this, request);
  }
}

/** Loaded where a graph first speaks; asking the loader each time costs more than the move. */
let moving: Promise<typeof GraphMove> | undefined;

/** Not by its class: loaders that make CommonJS of tests load this module twice. */
export const isNode = (value: unknown): value is SimulationNode =>
  isUser(value) && "addNode" in value && "edges" in value;

const isUser = (value: unknown): value is User =>
  typeof value === "object" && value !== null && "next" in value && typeof value.next === "function";

const wrong = (message: string): RehearsalError => new RehearsalError("invalid_input", `SimulationNode: ${message}.`);
