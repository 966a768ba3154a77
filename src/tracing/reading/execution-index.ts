import { argumentKey, mayBeSame, valueKey } from "./argument-keys.js";
import type { Execution } from "./executions.js";
import type { RequestedCall } from "./read-span.js";

interface Line {
  readonly executions: Execution[];
  next: number;
}

/** How far past its place in the order an execution is looked for. */
const LOOKED_AT = 16;

/**
 * Finds the execution of a request among many without looking at all of them. The requests of each kind of search must
 * come in the order of their time.
 */
export class ExecutionIndex {
  readonly #lines = new Map<string, Line>();
  readonly #executions: readonly Execution[];
  #knowsNames = false;

  constructor(executions: readonly Execution[]) {
    this.#executions = executions;
    for (const execution of executions) {
      const { id } = execution.call;
      if (id !== undefined) this.#add(`id\0${id}`, execution);
    }
  }

  /** Only once it is needed, since to spell out arguments is slow and most calls are found by their ids. */
  #nameAll(): void {
    if (this.#knowsNames) return;
    this.#knowsNames = true;
    for (const execution of this.#executions) {
      if (execution.taken) continue;
      const { id, name, unnamed, inputParameters } = execution.call;
      const key = argumentKey(inputParameters);
      const called = unnamed === true ? "unnamed" : `name\0${name}`;
      // A call whose id is known answers only to that id, unless the request has none.
      const pools = id === undefined ? ["any", "free"] : ["any"];
      for (const pool of pools) {
        if (key !== undefined) this.#add(`${pool}\0${called}\0${key}`, execution);
        if (unnamed !== true || key === undefined) this.#add(`${pool}\0${called}`, execution);
      }
    }
  }

  withId({ id }: RequestedCall): Execution | undefined {
    return id === undefined ? undefined : this.#first(`id\0${id}`, -Infinity)[0];
  }

  /** By name and arguments; those of tools whose name is not known by arguments alone. */
  withArguments(request: RequestedCall, from: number): Execution | undefined {
    this.#nameAll();
    const keys = [argumentKey(request.inputParameters), valueKey(request.inputParameters)];
    for (const called of [`name\0${request.name}`, "unnamed"]) {
      for (const key of keys) {
        const found = key === undefined ? undefined : this.#first(`${poolOf(request)}\0${called}\0${key}`, from)[0];
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** The next one of the name, whatever its arguments look like, unless they say otherwise. */
  inOrder(request: RequestedCall, from: number): Execution | undefined {
    this.#nameAll();
    const named = this.#first(`${poolOf(request)}\0name\0${request.name}`, from);
    const fitting = named.find(({ call }) => mayBeSame(request.inputParameters, call.inputParameters));
    return fitting ?? this.#first(`${poolOf(request)}\0unnamed`, from)[0];
  }

  #add(key: string, execution: Execution): void {
    const line = this.#lines.get(key);
    if (line === undefined) this.#lines.set(key, { executions: [execution], next: 0 });
    else line.executions.push(execution);
  }

  #first(key: string, from: number): readonly Execution[] {
    const line = this.#lines.get(key);
    if (line === undefined) return [];
    const isOut = ({ taken, span }: Execution): boolean => taken || span.startTimeMs < from;
    for (
      let first = line.executions[line.next];
      first !== undefined && isOut(first);
      first = line.executions[line.next]
    )
      line.next += 1;
    return line.executions.slice(line.next, line.next + LOOKED_AT).filter((execution) => !isOut(execution));
  }
}

const poolOf = ({ id }: RequestedCall): string => (id === undefined ? "any" : "free");
