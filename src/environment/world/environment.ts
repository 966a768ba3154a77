import { RehearsalError } from "../../errors.js";
import type { JsonValue } from "../../test-case/json.js";
import { nameOf } from "../../test-case/plain-messages.js";
import { described, unknownOption, wrongOptions } from "../../test-case/unknown-option.js";
import type { Fault } from "../fault.js";
import { unknownTool, type Rules } from "./apply-call.js";
import { standardOf } from "./check-input.js";
import { stateOf, type WorldSnapshot } from "./snapshot.js";
import { World, type WorldOptions } from "./world.js";
import type { WorldTool, WorldTools } from "./world-tool.js";

export interface EnvironmentOptions<S, T> {
  /**
   * The state that every conversation begins with, as JSON; a golden's `initialState` takes its place. Or a function that
   * makes it from the golden's `initialState`, which is undefined where the golden has none.
   */
  readonly state: S | ((initialState: JsonValue | undefined) => S);
  readonly tools: WorldTools<S, T>;
  /** What goes wrong, by tool; `"*"` stands for every tool, after its own. Default: nothing. */
  readonly faults?: { readonly [tool: string]: Fault | readonly Fault[] };
  /**
   * The time of the world, in milliseconds since the epoch: it stands still, so that a replay writes the same times.
   * Default: 2026-01-01T00:00:00Z. A function is asked at every call.
   */
  readonly now?: number | (() => number);
}

/** The description of a world. It holds no state itself: every conversation opens a world of its own. */
export interface Environment<S = unknown, T = Readonly<Record<string, unknown>>> {
  readonly tools: WorldTools<S, T>;
  readonly faults: Rules["faults"];
  readonly now: () => number;
  /** How a world begins. Throws a RehearsalError where the state is no JSON. */
  begin(initialState?: JsonValue): WorldSnapshot<S>;
  /** A world for one conversation. */
  open(options?: WorldOptions<S>): World<S, T>;
}

const START = Date.UTC(2026, 0, 1);

/**
 * An environment in memory, in which an agent's tools can run without its backend.
 *
 * @example
 * const shop = createEnvironment({
 *   state: { orders: { "A-1": { status: "delivered", total: 59.9 } } },
 *   tools: {
 *     refund_order: {
 *       input: z.object({ order_id: z.enum(["A-1"]) }),
 *       write: true,
 *       run: (state, { order_id }) => {
 *         state.orders[order_id].status = "refunded";
 *         return { ok: true };
 *       },
 *     },
 *   },
 * });
 * const { tools } = shop.open();
 * await tools.refund_order({ order_id: "A-1" });
 */
export function createEnvironment<S, T>(options: EnvironmentOptions<S, T>): Environment<S, T> {
  const misspelt = wrongOptions(options, ["state", "tools", "faults", "now"]);
  if (misspelt !== undefined) throw wrong(misspelt);
  const { state, tools, faults = {}, now = START } = options;
  if (typeof tools !== "object" || tools === null)
    throw wrong(`tools must be an object of tools; got ${nameOf(tools)}`);
  for (const name of Object.keys(tools)) checkTool(name, tools[name as keyof T]);
  const planned = Object.entries(faults).map(([name, each]) => {
    if (name !== "*" && !Object.hasOwn(tools, name)) throw wrong(`faults: ${unknownTool(name, tools)}`);
    const list = [each].flat();
    if (!list.every((given) => typeof given === "object" && (given as Partial<Fault> | null)?.rule === "fault"))
      throw wrong(`faults: ${name} needs a fault or a list of faults: fault({ kind, on })`);
    return [name, list] as const;
  });
  const make = (initial?: JsonValue): unknown =>
    typeof state === "function" ? (state as (given: JsonValue | undefined) => S)(initial) : (initial ?? state);
  const environment: Environment<S, T> = Object.freeze({
    tools,
    faults: Object.freeze(Object.fromEntries(planned)),
    now: typeof now === "function" ? now : () => now,
    begin: (initial?: JsonValue): WorldSnapshot<S> => {
      const kept = stateOf(make(initial) as S, "the state of the environment");
      return Object.freeze({ state: kept, calls: Object.freeze({}), ids: Object.freeze({}) });
    },
    open: (given?: WorldOptions<S>): World<S, T> => new World(environment, given),
  });
  // A state that can't be kept is better known now than in the middle of a simulation.
  if (typeof state !== "function") environment.begin();
  return environment;
}

function checkTool(name: string, tool: WorldTool<unknown, unknown> | undefined): void {
  if (typeof tool !== "object" || typeof (tool as { run?: unknown } | null)?.run !== "function")
    throw wrong(`the tool ${name} must be an object with a run function, { run: (state, args) => … }`);
  const misspelt = unknownOption(tool, ["description", "input", "write", "run"]);
  if (misspelt !== undefined) throw wrong(`the tool ${name}: ${misspelt}`);
  if (tool.write !== undefined && typeof tool.write !== "boolean")
    throw wrong(`the tool ${name}: write must be true or false; got ${described(tool.write)}`);
  if (tool.input === undefined) return;
  try {
    standardOf(tool.input);
  } catch (cause) {
    throw wrong(`the tool ${name}: ${(cause as Error).message}`, cause);
  }
}

const wrong = (message: string, cause?: unknown): RehearsalError =>
  new RehearsalError("invalid_input", `createEnvironment: ${message}.`, cause === undefined ? {} : { cause });
