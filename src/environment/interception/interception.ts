import { keptOutside, withinSeam, type SeamTool, type ToolSeam } from "../../test-case/tool-seam.js";
import { failureOf, garbageOf, isFailing, waitOf } from "../fault.js";
import { plannedError } from "../planned-error.js";
import { Waits, type Timer } from "../timer.js";
import { isWorldTool } from "../world/tool-function.js";
import type { World } from "../world/world.js";
import { afterEnd, decide, type Decision } from "./decide.js";
import { isSaid, keptAlias, type Guarded } from "./guard.js";
import type { InterceptPlan } from "./intercept-tools.js";
import { argumentsOf, goesIntoWorld, recordOf, whatItDid, type InterceptedCall } from "./intercepted-call.js";
import { mayWrite } from "./may-write.js";
import { after, asItIs, noting, returned, throwing } from "./outcomes.js";
import { ofMock } from "./mock-slip.js";
import { refusal } from "./refusal.js";
import { faulting } from "./rule-words.js";
import { returnsPromises, seen } from "./returns-promises.js";
import { sameKind } from "./same-kind.js";

type AnyFunction = (...args: never[]) => unknown;

export interface InterceptionOptions {
  /** What faults with a probability are drawn from. Default: `"0"`. */
  readonly seed?: string;
  /** A world whose tools stand in for the agent's own of the same names, where no rule says otherwise. Default: none. */
  readonly world?: World | undefined;
  /** What waits are made by. Default: the system's timers. */
  readonly timer?: Timer | undefined;
}

interface Decided {
  readonly decision: Decision;
  readonly nth: number;
  readonly real: AnyFunction;
}

/** A plan at work in one conversation. */
export class Interception implements ToolSeam {
  readonly plan: InterceptPlan;
  readonly #options: InterceptionOptions;
  readonly #waits: Waits;
  readonly #counts = new Map<string, number>();
  readonly #calls: InterceptedCall[] = [];
  readonly #inWorld = new WeakSet<InterceptedCall>();
  readonly #unplanned = new Set<string>();
  readonly #guarded: Guarded;
  #turn: number | undefined;
  #isClosed = false;
  #isAbandoned = false;

  constructor(plan: InterceptPlan, options: InterceptionOptions = {}) {
    this.plan = plan;
    this.#guarded = { plan, inWorld: Object.keys(options.world?.tools ?? {}) };
    this.#options = options;
    this.#waits = new Waits(options.timer);
  }

  /** What came by so far, in order. */
  get calls(): readonly InterceptedCall[] {
    return [...this.#calls];
  }

  /** Tools that may write and were really called, though the conversation has a world and no rule lets them pass. */
  get unplanned(): readonly string[] {
    return [...this.#unplanned];
  }

  /** Whether a call went on into the world. */
  wentIntoWorld(call: InterceptedCall): boolean {
    return this.#inWorld.has(call);
  }

  /** The turn that calls from now on belong to, from 1. */
  beginTurn(turn: number): void {
    this.#turn = turn;
  }

  /** Runs `work`; tools that it calls, now or later, go by the plan until this is closed. */
  within<T>(work: () => T): T {
    return withinSeam(this, work);
  }

  /** Says that the agent was not waited for: it may go on by itself, and what it calls stays its own when this is closed. */
  abandon(): void {
    this.#isAbandoned = true;
  }

  /**
   * Ends the conversation, and all waits. What still calls tools within it is called in no conversation then: where nobody
   * else keeps it away, what is planned for here is refused, and all else is what it is.
   */
  close(): void {
    this.#isClosed = true;
    this.#waits.close();
  }

  isOver(): boolean {
    return this.#isClosed && !this.#isAbandoned;
  }

  madeFail(tool: SeamTool, args: readonly unknown[]): void {
    const nth = this.#counts.get(tool.name) ?? 0;
    this.#calls.push(recordOf(tool, { did: "failed", nth, turn: this.#turn, fault: undefined }, args));
  }

  inPlaceOf<F extends AnyFunction>(tool: SeamTool, real: F): F {
    const { name } = tool;
    // One of a world touches nothing real, and has its own faults.
    if (isWorldTool(real) && !this.plan.rules.has(name)) return real;
    const nth = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, nth);
    const { seed = "0" } = this.#options;
    const isInWorld = this.#guarded.inWorld.includes(name);
    const alias = isSaid(name, this.#guarded) ? undefined : keptAlias(tool, this.#guarded);
    const decided = decide(this.plan, { tool, nth, seed, isInWorld, alias });
    const decision = this.isOver() ? afterEnd(decided, name) : decided;
    const did = whatItDid(decision);
    const stand = (self: unknown, args: unknown[]): unknown => this.#answer(tool, { decision, nth, real }, self, args);
    const { fault } = decision;
    const ms = fault === undefined ? 0 : waitOf(fault);
    const late = ms > 0 ? () => this.#waits.wait(ms) : undefined;
    const note = (args: unknown[]): void => {
      const call = recordOf(tool, { did, nth, turn: this.#turn, fault: fault?.kind }, args);
      this.#calls.push(call);
      if (goesIntoWorld(decision, real)) this.#inWorld.add(call);
      if (did !== "passed") tool.note?.(did);
      else if (this.#options.world !== undefined && !this.plan.rules.has(name) && mayWrite(tool))
        this.#unplanned.add(name);
    };
    if (did === "passed" && fault === undefined) {
      const kept = this.#isClosed ? keptOutside(tool, real) : undefined;
      if (kept !== undefined) return kept;
      return noting(note, (self, args) => this.#real(tool, real, self, args)) as unknown as F;
    }
    const isAsync = tool.isAsync ?? returnsPromises(real, this.plan.rules.get(name));
    const same = sameKind(real, isAsync, { late, answer: stand });
    return noting(note, (self, args) => Reflect.apply(same, self, args)) as unknown as F;
  }

  /** The tool itself. What it calls of the same name is the same call, wrapped once more. */
  #real(tool: SeamTool, real: AnyFunction, self: unknown, args: unknown[]): unknown {
    const within: ToolSeam = {
      inPlaceOf: (inner, fn) => (inner.name === tool.name && !this.isOver() ? fn : this.inPlaceOf(inner, fn)),
      isOver: () => this.isOver(),
    };
    return withinSeam(within, () => seen(real, Reflect.apply(real as (...all: unknown[]) => unknown, self, args)));
  }

  #answer(tool: SeamTool, { decision, nth, real }: Decided, self: unknown, args: unknown[]): unknown {
    const { name, returning = asItIs, failing = throwing } = tool;
    const { fault, then } = decision;
    const failed = (message: string, by: string): unknown => failing(plannedError(message, { tool: tool.name, by }));
    const work = (): unknown => {
      switch (then.rule) {
        case "pass":
          return this.#real(tool, real, self, args);
        case "refuse":
          return failing(refusal(tool, then));
        case "mock": {
          const call = { name, nth, args, real: () => this.#real(tool, real, self, args) };
          return returned(
            () => then.answer(argumentsOf(tool, args), call),
            returning,
            (error) => failing(ofMock(name, error)),
          );
        }
        case "world":
          return returned(() => this.#options.world?.call(name, argumentsOf(tool, args)), returning, failing);
      }
    };
    if (fault === undefined || fault.kind === "slow" || then.rule === "refuse") return work();
    const outcome = (): unknown =>
      isFailing(fault) ? failed(failureOf(fault, name), faulting(fault)) : returning(structuredClone(garbageOf(fault)));
    if (isFailing(fault) && fault.takesEffect !== true) return outcome();
    return after(work, outcome);
  }
}
