import { isDeepStrictEqual } from "node:util";
import { toJson, type JsonValue } from "../../test-case/json.js";
import { deepFreeze } from "../../test-case/schema.js";
import { Waits, type Timer } from "../timer.js";
import { applyCall, type ToolResult } from "./apply-call.js";
import type { Environment } from "./environment.js";
import type { WorldSnapshot } from "./snapshot.js";
import { failureOfTool } from "./tool-error.js";
import { asWorldTool, type ToolFunction, type ToolFunctions } from "./tool-function.js";

export interface WorldOptions<S = unknown> {
  /** The golden's state at the start. Default: that of the environment. */
  readonly initialState?: JsonValue;
  /** Where to go on from instead of the start. */
  readonly from?: WorldSnapshot<S>;
  /** What faults with a probability are drawn from. Default: `"0"`. */
  readonly seed?: string;
  /** False: planned faults do not happen. Default: true. */
  readonly faults?: boolean;
  /** What slow answers wait by. Default: the system's timers. */
  readonly timer?: Timer;
  /** Puts something around every tool that is handed out, such as `observe`. Default: nothing. */
  readonly wrap?: <F extends ToolFunction<never>>(tool: { readonly name: string; readonly write: boolean }, fn: F) => F;
}

/** A call that was made in a world. */
export interface WorldRecord {
  readonly name: string;
  /** A copy; what JSON can't keep of them is null. */
  readonly args: JsonValue;
  readonly result: ToolResult;
}

/** The state after a turn. */
export interface TurnSnapshot<S = unknown> {
  /** From 1, over all turns of the conversation. */
  readonly turn: number;
  readonly snapshot: WorldSnapshot<S>;
}

/** One conversation's world: a snapshot that is replaced by the next one at every call. */
export class World<S = unknown, T = Readonly<Record<string, unknown>>> {
  /** The tools as functions, to be given to an agent. Each resolves to what its tool returns, or rejects with a ToolError. */
  readonly tools: ToolFunctions<T>;
  readonly environment: Environment<S, T>;
  readonly #begun: WorldSnapshot<S>;
  readonly #options: WorldOptions<S>;
  #waits: Waits;
  #snapshot: WorldSnapshot<S>;
  #records: WorldRecord[] = [];
  #turns: readonly TurnSnapshot<S>[] = [];

  constructor(environment: Environment<S, T>, options: WorldOptions<S> = {}) {
    this.environment = environment;
    this.#options = options;
    this.#waits = new Waits(options.timer);
    this.#begun = options.from ?? environment.begin(options.initialState);
    this.#snapshot = this.#begun;
    const { wrap = (_, fn) => fn } = options;
    const entries = Object.entries<{ readonly write?: boolean }>(environment.tools).map(([name, { write = false }]) => {
      const fn = asWorldTool((args: unknown) => this.call(name, args));
      Object.defineProperty(fn, "name", { value: name });
      return [name, wrap({ name, write }, fn)];
    });
    this.tools = Object.freeze(Object.fromEntries(entries)) as ToolFunctions<T>;
  }

  /** The state as it is now: frozen, so it stays what it is while the world goes on. */
  get state(): S {
    return this.#snapshot.state;
  }
  /** Whether the state is another than at the start. */
  get isChanged(): boolean {
    const { from, initialState } = this.#options;
    const begun = from === undefined ? this.#begun : this.environment.begin(initialState);
    return !isDeepStrictEqual(begun.state, this.state);
  }
  get snapshot(): WorldSnapshot<S> {
    return this.#snapshot;
  }
  /** The calls so far. */
  get records(): readonly WorldRecord[] {
    return [...this.#records];
  }
  get turns(): readonly TurnSnapshot<S>[] {
    return this.#turns;
  }

  /** Calls a tool at once and without waiting; a failure is a result like any other. */
  apply(name: string, args?: unknown): ToolResult {
    const { tools, faults, now } = this.environment;
    const rules = { faults: this.#options.faults === false ? {} : faults, seed: this.#options.seed ?? "0" };
    const { snapshot, result } = applyCall(tools, rules, this.#snapshot, { name, args }, now());
    this.#snapshot = snapshot;
    this.#records.push(Object.freeze({ name, args: asGiven(args), result }));
    return result;
  }

  /** Calls a tool as an agent does: what was done is done at once, its answer may be late. */
  async call(name: string, args?: unknown): Promise<JsonValue> {
    const result = this.apply(name, args);
    if (result.waitMs !== undefined) await this.#waits.wait(result.waitMs);
    if (result.type === "failed") throw failureOfTool(name, result);
    // The agent may do with it what it does with the answer of the real tool.
    return structuredClone<JsonValue>(result.value);
  }

  /** Keeps the state as that after this turn. */
  endTurn(turn: number): void {
    this.#turns = [...this.#turns, Object.freeze({ turn, snapshot: this.#snapshot })];
  }

  /** Back to the beginning, as if nothing had been called. */
  reset(): void {
    this.#waits.close();
    this.#waits = new Waits(this.#options.timer);
    this.#snapshot = this.#begun;
    this.#records = [];
    this.#turns = [];
  }

  /** Ends all waits: what still waits is answered at once. */
  close(): void {
    this.#waits.close();
  }
}

const asGiven = (args: unknown): JsonValue => deepFreeze(toJson(args ?? {}, () => undefined));
