import { RehearsalError } from "../../errors.js";
import { nameOf } from "../../test-case/plain-messages.js";

export type Step = string | number;

/** As in `orders.A-1.items[0].price`; empty for the whole. */
export const placeOf = (at: readonly Step[]): string =>
  at.map((step, index) => (typeof step === "number" ? `[${String(step)}]` : index === 0 ? step : `.${step}`)).join("");

const stepsIn = (path: string): readonly string[] => path.split(/[.[\]]/).filter((step) => step !== "");

/** Paths as their steps. Throws a RehearsalError for one that names no place: it would stand for the whole state. */
export function pathsOf(paths: readonly string[]): readonly (readonly string[])[] {
  return paths.map((path: unknown) => {
    const steps = typeof path === "string" ? stepsIn(path) : [];
    if (steps.length > 0) return steps;
    throw new RehearsalError(
      "invalid_input",
      `ignore has ${typeof path === "string" ? JSON.stringify(path) : nameOf(path)}, which is no path in a state. Name what does not count, as in "orders.*.updatedAt"`,
    );
  });
}

/** Whether a path leads to that place. A key that has dots in it takes as many steps of the path. */
export function covers(path: readonly string[], [first, ...rest]: readonly Step[]): boolean {
  if (first === undefined) return path.length === 0;
  if (path[0] === "*" && covers(path.slice(1), rest)) return true;
  const steps = stepsIn(String(first));
  const isThere = steps.length > 0 && steps.every((step, index) => path[index] === step);
  return isThere && covers(path.slice(steps.length), rest);
}
