import { isSeamOpen, throughSeam } from "../../test-case/tool-seam.js";
import type { ObserveSpec } from "./observe-options.js";
import { toolArguments } from "./tool-arguments.js";
import { updateCurrentSpan } from "./update.js";

type AnyFunction = (...args: never[]) => unknown;

type ArgumentsOf = (args: readonly unknown[]) => unknown;

/**
 * What an observed function calls: itself, or what a simulation around puts in the place of a tool. `read` tells the
 * arguments as one value. Default: as they are recorded.
 */
export function inPlaceOf<F extends AnyFunction>(spec: ObserveSpec, fn: F, read?: ArgumentsOf): F {
  const { type, name, write, parameters } = spec;
  // What is declared to write is a tool in this, whatever else it is.
  if (type !== "tool" && type !== "retriever" && write !== true) return fn;
  if (!isSeamOpen()) return fn;
  const recorded: ArgumentsOf = (args) => (type === "tool" ? toolArguments(args, parameters) : args[0]);
  const note = (did: string): void => updateCurrentSpan({ metadata: { intercepted: did } });
  return throughSeam(
    {
      name,
      kind: type === "retriever" ? type : "tool",
      ...(write !== undefined && { write }),
      argumentsOf: read ?? recorded,
      note,
    },
    fn,
  );
}
