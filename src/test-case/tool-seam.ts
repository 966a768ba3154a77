import { AsyncLocalStorage } from "node:async_hooks";

/** What became of a call that a simulation had a say in. */
export type Intercepted = "mocked" | "simulated" | "refused" | "failed";

type AnyFunction = (...args: never[]) => unknown;

/** A tool that is about to be called, as whoever wraps it knows it. */
export interface SeamTool {
  readonly name: string;
  /** Retrievers only read, and only what is said of them by name concerns them. Default: `"tool"`. */
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
}

/** In the process, not in the module: of two copies of this package, one wraps the tools and the other simulates. */
const SLOT = Symbol.for("rehearsal.tool-seam.1");
const holder = globalThis as { [SLOT]?: AsyncLocalStorage<ToolSeam> };

/** The seam of the simulation around. Undefined: there is none, and every tool is what it is. */
export const toolSeam = (): ToolSeam | undefined => holder[SLOT]?.getStore();

/** Runs `work`; the tools that it calls, now or later, are called through this seam. */
export const withinSeam = <T>(seam: ToolSeam, work: () => T): T =>
  (holder[SLOT] ??= new AsyncLocalStorage()).run(seam, work);
