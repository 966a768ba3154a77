import { withinSeam, type SeamTool, type ToolSeam } from "../../test-case/tool-seam.js";
import { failureOf, garbageOf, isFailing, waitOf } from "../fault.js";
import { plannedError } from "../planned-error.js";
import { Waits, type Timer } from "../timer.js";
import { isWorldTool } from "../world/tool-function.js";
import type { World } from "../world/world.js";
import { decide, type Decision } from "./decide.js";
import type { InterceptPlan } from "./intercept-tools.js";
import { argumentsOf, goesIntoWorld, recordOf, whatItDid, type InterceptedCall } from "./intercepted-call.js";
import { after, asItIs, noting, returned, throwing } from "./outcomes.js";
import { refusal } from "./refusal.js";
import { faulting } from "./rule-words.js";
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
  /** By which the rules have it. */
  readonly name: string;
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
  #turn: number | undefined;

  constructor(plan: InterceptPlan, options: InterceptionOptions = {}) {
    this.plan = plan;
    this.#options = options;
    this.#waits = new Waits(options.timer);
  }

  /** What came by so far, in order. */
  get calls(): readonly InterceptedCall[] {
    return [...this.#calls];
  }

  /** Whether a call went on into the world. */
  wentIntoWorld(call: InterceptedCall): boolean {
    return this.#inWorld.has(call);
  }

  /** The turn that calls from now on belong to, from 1. */
  beginTurn(turn: number): void {
    this.#turn = turn;
  }

  /** Runs `work`; tools that it calls, now or later, go by the plan. */
  within<T>(work: () => T): T {
    return withinSeam(this, work);
  }

  /** Ends all waits. Late answers never come. */
  close(): void {
    this.#waits.close();
  }

  madeFail(tool: SeamTool, args: readonly unknown[]): void {
    const nth = this.#counts.get(tool.name) ?? 0;
    this.#calls.push(recordOf(tool, { did: "failed", nth, turn: this.#turn, fault: undefined }, args));
  }

  inPlaceOf<F extends AnyFunction>(tool: SeamTool, real: F): F {
    const name = this.#ruledName(tool);
    // One of a world touches nothing real, and has its own faults.
    if (isWorldTool(real) && !this.plan.rules.has(name)) return real;
    const nth = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, nth);
    const { seed = "0" } = this.#options;
    const alsoNamed = [tool.name, ...(tool.alsoNamed ?? [])];
    const decision = decide(this.plan, {
      tool: { ...tool, name, alsoNamed },
      nth,
      seed,
      isInWorld: this.#isInWorld(name),
    });
    const did = whatItDid(decision);
    const stand = (self: unknown, args: unknown[]): unknown =>
      this.#answer(tool, { name, decision, nth, real }, self, args);
    const { fault } = decision;
    const ms = fault === undefined ? 0 : waitOf(fault);
    const late = ms > 0 ? () => this.#waits.wait(ms) : undefined;
    const note = (args: unknown[]): void => {
      const call = recordOf(tool, { did, nth, turn: this.#turn, fault: fault?.kind }, args);
      this.#calls.push(call);
      if (goesIntoWorld(decision, real)) this.#inWorld.add(call);
      if (did !== "passed") tool.note?.(did);
    };
    if (did === "passed" && fault === undefined) {
      return noting(note, (self, args) => this.#real(tool, real, self, args)) as unknown as F;
    }
    const same = sameKind(real, tool.isAsync, { late, answer: stand });
    return noting(note, (self, args) => Reflect.apply(same, self, args)) as unknown as F;
  }

  /** The first of a tool's names that something is said of, else its own. */
  #ruledName({ name, alsoNamed = [] }: SeamTool): string {
    return [name, ...alsoNamed].find((each) => this.plan.rules.has(each) || this.#isInWorld(each)) ?? name;
  }

  #isInWorld(name: string): boolean {
    const { world } = this.#options;
    return world !== undefined && Object.hasOwn(world.tools, name);
  }

  /** The tool itself. What it calls of the same name is the same call, wrapped once more. */
  #real(tool: SeamTool, real: AnyFunction, self: unknown, args: unknown[]): unknown {
    const within: ToolSeam = {
      inPlaceOf: (inner, fn) => (inner.name === tool.name ? fn : this.inPlaceOf(inner, fn)),
    };
    return withinSeam(within, () => Reflect.apply(real as (...all: unknown[]) => unknown, self, args));
  }

  #answer(tool: SeamTool, { name, decision, nth, real }: Decided, self: unknown, args: unknown[]): unknown {
    const { returning = asItIs, failing = throwing } = tool;
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
          return returned(() => then.answer(argumentsOf(tool, args), call), returning, failing);
        }
        case "world":
          return returned(() => this.#options.world?.call(name, argumentsOf(tool, args)), returning, failing);
      }
    };
    if (fault === undefined || fault.kind === "slow" || then.rule === "refuse") return work();
    const outcome = (): unknown =>
      isFailing(fault) ? failed(failureOf(fault, name), faulting(fault)) : returning(garbageOf(fault));
    if (isFailing(fault) && fault.takesEffect !== true) return outcome();
    return after(work, outcome);
  }
}
