/** Says on an error that the way in which a simulation is set up made it, and not the agent. */
const FAULT = Symbol.for("rehearsal.set-up-fault");

/** The same error; where the agent does not catch it, this is told instead of a failure of the agent. */
export const asSetUpFault = <E extends Error>(error: E, told: string): E =>
  Object.isExtensible(error) ? Object.defineProperty(error, FAULT, { value: told, configurable: true }) : error;

/** What is to be told of an error that the set-up made. Undefined: it is whoever's threw it. */
export function setUpFaultIn(thrown: unknown): string | undefined {
  const told: unknown = typeof thrown === "object" && thrown !== null ? Reflect.get(thrown, FAULT) : undefined;
  return typeof told === "string" ? told : undefined;
}
