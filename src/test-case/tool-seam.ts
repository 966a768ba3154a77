import { AsyncLocalStorage } from "node:async_hooks";
import { shared, sharedSet } from "./shared.js";

/** What became of a call that a simulation had a say in. */
export type Intercepted = "mocked" | "simulated" | "refused" | "failed";

type AnyFunction = (...args: never[]) => unknown;

/** A tool that is about to be called, as whoever wraps it knows it. */
export interface SeamTool {
  readonly name: string;
  /** What else it is known by, elsewhere or before: what is said of those names holds where nothing is said of its own. */
  readonly alsoNamed?: readonly string[];
  /** Retrievers only read unless they are declared to write, and only what is said of them by name concerns them. Default: `"tool"`. */
  readonly kind?: "tool" | "retriever";
  /** Whether it changes something outside. Absent: not declared. */
  readonly write?: boolean;
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
}

/** Of two copies of this package, one wraps the tools and the other simulates. */
const seams = shared("tool-seam", () => new AsyncLocalStorage<ToolSeam>());
const guards = sharedSet<OutsideGuard>("tool-seam.outside");

/**
 * What to call in place of a tool that is about to be called in no simulation, while one is under way. Undefined: it may be
 * called. Never throws.
 */
export type OutsideGuard = <F extends AnyFunction>(tool: SeamTool, real: F) => F | undefined;

/** The seam of the simulation around. Undefined: there is none, and every tool is what it is. */
export const toolSeam = (): ToolSeam | undefined => seams().getStore();

/** Runs `work`; the tools that it calls, now or later, are called through this seam. */
export const withinSeam = <T>(seam: ToolSeam, work: () => T): T => seams().run(seam, work);

/** The seam of a conversation in which every tool is what it is, so that none of its calls is one of nobody's. */
const open: ToolSeam = { inPlaceOf: (_, real) => real };

/**
 * Runs `work` as a conversation without interception, unless one with it is around. While nobody guards tools there is nothing
 * to be told apart from; a guard that comes later refuses its calls, which is the safe side.
 */
export const withinOpenSeam = <T>(work: () => T): T =>
  guards().size === 0 || toolSeam() !== undefined ? work() : withinSeam(open, work);

/**
 * What to call in place of a tool: what the simulation around says. Where there is none, a call may have lost it on the
 * way: all who guard against that are asked, and one that keeps the tool from being called is enough.
 */
export function throughSeam<F extends AnyFunction>(tool: SeamTool, real: F): F {
  const seam = toolSeam();
  if (seam !== undefined) return seam.inPlaceOf(tool, real);
  const kept = [...guards()].map((guard) => guard(tool, real));
  return kept.find((each) => each !== undefined) ?? real;
}

/** Whether anybody has a say in a tool that is called here. */
export const isSeamOpen = (): boolean => toolSeam() !== undefined || guards().size > 0;

/** Guards tools that are called in no simulation, until what it returns is called. */
export function guardOutside(guard: OutsideGuard): () => void {
  guards().add(guard);
  return () => void guards().delete(guard);
}
