import { AsyncLocalStorage } from "node:async_hooks";
import { shared, sharedSet } from "./shared.js";

/** What became of a call that a simulation had a say in. */
export type Intercepted = "mocked" | "simulated" | "refused" | "failed";

type AnyFunction = (...args: never[]) => unknown;

/** A tool that is about to be called, as whoever wraps it knows it. */
export interface SeamTool {
  readonly name: string;
  /**
   * What else it is known by, elsewhere or before. Where nothing is said of its own name, what is said of those may keep it
   * from being called; it never lets it be called, and never answers for it: one function may serve several tools.
   */
  readonly alsoNamed?: readonly string[];
  /** Retrievers only read unless they are declared to write, and only what is said of them by name concerns them. Default: `"tool"`. */
  readonly kind?: "tool" | "retriever";
  /** Whether it changes something outside. Absent: not declared. */
  readonly write?: boolean;
  /** Why its name says nothing of what it does, and what to do about that, in words. Absent: that it only reads, its name may say. */
  readonly doubt?: string;
  /** Its arguments as one value. Default: the first of them. */
  readonly argumentsOf?: (args: readonly unknown[]) => unknown;
  /** Told what became of the call, within the span that records it. Never throws. */
  readonly note?: (did: Intercepted) => void;
  /** True: whatever it does it returns a promise. Default: as the function is. */
  readonly isAsync?: boolean;
  /** How the tool itself would return this value, and how it would fail with this error. Default: as it is; by throwing. */
  readonly returning?: (value: unknown) => unknown;
  readonly failing?: (error: Error) => unknown;
}

/** The place at which a simulation comes between an agent and its tools. */
export interface ToolSeam {
  /** What to call instead of a tool's own function, with the same arguments and `this`. Mostly it is that function. */
  inPlaceOf<F extends AnyFunction>(tool: SeamTool, real: F): F;
  /** Is told of a call that somebody within this seam made fail before it came here. */
  madeFail?(tool: SeamTool, args: readonly unknown[]): void;
  /**
   * True: its conversation is over. What still calls tools within it is mostly none of its own: a worker keeps for ever the
   * context of the job that it was started for. Default: it never is.
   */
  isOver?(): boolean;
  /** True: every tool is what it is in it. Default: it may have a say. */
  readonly isOpen?: true;
}

/** Of two copies of this package, one wraps the tools and the other simulates. */
const seams = shared("tool-seam", () => new AsyncLocalStorage<ToolSeam>());
const guards = sharedSet<OutsideGuard>("tool-seam.outside");

/**
 * What to call in place of a tool that is about to be called in no simulation, while one is under way. Undefined: it may be
 * called. Never throws.
 */
export type OutsideGuard = <F extends AnyFunction>(tool: SeamTool, real: F) => F | undefined;

/** The seam of the simulation around. Undefined: there is none, or it is over. */
export function toolSeam(): ToolSeam | undefined {
  const seam = seams().getStore();
  return seam?.isOver?.() === true ? undefined : seam;
}

/** Runs `work`; the tools that it calls, now or later, are called through this seam. */
export const withinSeam = <T>(seam: ToolSeam, work: () => T): T => seams().run(seam, work);

/**
 * Runs `work` as a conversation without interception, unless one with it is around: every tool is what it is, so that none of
 * its calls is one of nobody's until it is over. Also where nobody guards tools yet: who does so later would refuse its calls.
 */
export const withinOpenSeam = <T>(work: () => T): T =>
  toolSeam() !== undefined
    ? work()
    : withinUntilSettled((isOver) => ({ inPlaceOf: (_, real) => real, isOver, isOpen: true }), work);

/** Runs `work` within a seam that is over as soon as `work` is. */
export function withinUntilSettled<T>(make: (isOver: () => boolean) => ToolSeam, work: () => T): T {
  let isOver = false;
  const end = (): void => void (isOver = true);
  const seam = make(() => isOver);
  try {
    const result = withinSeam(seam, work);
    if (result instanceof Promise) void result.then(end, end);
    else end();
    return result;
  } catch (thrown) {
    end();
    throw thrown;
  }
}

/**
 * What to call in place of a tool: what the simulation around says. Where there is none, a call may have lost it on the
 * way: all who guard against that are asked, and one that keeps the tool from being called is enough. Where there is one that
 * is over, it is asked last: what it kept away is not real now.
 */
export function throughSeam<F extends AnyFunction>(tool: SeamTool, real: F): F {
  const seam = seams().getStore();
  if (seam !== undefined && seam.isOver?.() !== true) return seam.inPlaceOf(tool, real);
  return keptOutside(tool, real) ?? seam?.inPlaceOf(tool, real) ?? real;
}

/** What to call in place of a tool that is called in no conversation. Undefined: nobody keeps it from being called. */
export function keptOutside<F extends AnyFunction>(tool: SeamTool, real: F): F | undefined {
  const kept = [...guards()].map((guard) => guard(tool, real));
  return kept.find((each) => each !== undefined);
}

/** Whether anybody has a say in a tool that is called here. */
export function isSeamOpen(): boolean {
  const seam = seams().getStore();
  return guards().size > 0 || (seam !== undefined && seam.isOpen !== true);
}

/** Guards tools that are called in no simulation, until what it returns is called. */
export function guardOutside(guard: OutsideGuard): () => void {
  guards().add(guard);
  return () => void guards().delete(guard);
}
