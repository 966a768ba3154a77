import { RehearsalError } from "../errors.js";
import { shared } from "../test-case/shared.js";
import { toJson, type JsonObject, type JsonValue } from "../test-case/json.js";

/** What a run was made with: model, prompt version, temperature, … Any JSON value. */
export interface Hyperparameters {
  readonly [name: string]: JsonValue | undefined;
}

const logged = shared("hyperparameters", () => new Map<string, JsonValue>());

/**
 * Notes what the agent under test runs with, for every run that is recorded in this process from now on. Called again, it
 * adds; a name given again takes the new value. What is given to `evaluate` itself goes before.
 */
export function logHyperparameters(hyperparameters: Hyperparameters): void {
  for (const [name, value] of entriesOf(hyperparameters, "logHyperparameters")) logged().set(name, value);
}

/** Forgets what was logged. */
export const clearHyperparameters = (): void => logged().clear();

/** What was logged, and what is given, which goes before. */
export function collectHyperparameters(given: Hyperparameters | undefined): JsonObject {
  const own = given === undefined ? [] : entriesOf(given, "evaluate: hyperparameters");
  return Object.fromEntries(new Map([...logged(), ...own]));
}

function entriesOf(given: Hyperparameters, what: string): [string, JsonValue][] {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new RehearsalError("invalid_input", `${what}: expected an object, for example { model: "m-1" }`);
  }
  return Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const kept = toJson(value, (path, message) => {
      throw new RehearsalError("invalid_input", `${what}: ${[name, ...path].join(".")}: ${message}`);
    });
    return [[name, kept]];
  });
}
