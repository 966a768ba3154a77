import { argumentKey, isHidden, mayAgree, pairsOf, valueKey } from "./argument-keys.js";
import type { Execution } from "./executions.js";
import type { ReadSpan, RequestedCall } from "./read-span.js";

/** Where the execution of a request is looked for. */
export interface Reach {
  /** It cannot have started before that. */
  readonly from: number;
  /** Nor after that. */
  readonly until: number;
  /** Among whose executions. Empty: anybody's. */
  readonly owner: string;
}

interface Line {
  readonly executions: Execution[];
  next: number;
}

/** So many sets of names of arguments are told apart for one tool: more has none whose arguments anybody named. */
const MOST_SHAPES = 64;

/**
 * Finds the execution of a request among many without looking at all of them. The requests of each kind of search must
 * come in the order of their time.
 */
export class ExecutionIndex {
  readonly #lines = new Map<string, Line>();
  /** By the start of a key: the names of arguments that executions of it were recorded with. */
  readonly #shapes = new Map<string, Map<string, readonly string[]>>();
  readonly #executions: readonly Execution[];
  readonly #ownerOf: ((span: ReadSpan) => string) | undefined;
  #knowsNames = false;
  #knowsPairs = false;

  /** @param ownerOf tells whose work a span is, for searches among that owner's executions alone */
  constructor(executions: readonly Execution[], ownerOf?: (span: ReadSpan) => string) {
    this.#executions = executions;
    this.#ownerOf = ownerOf;
    for (const execution of executions) {
      const { id } = execution.call;
      if (id !== undefined) this.#add(`id\0${id}`, execution);
    }
  }

  /** Some give the same ids in every step, or to agents side by side: then whose they are and the arguments tell. */
  withId(request: RequestedCall, { from, owner }: Reach): Execution | undefined {
    if (request.id === undefined) return undefined;
    const key = `id\0${request.id}`;
    if (this.#length(key) < 2) return this.#first(key, anywhere);
    const fits = ({ call, span }: Execution): boolean =>
      span.startTimeMs >= from && (call.unnamed === true || call.name === request.name) && mayAgree(request, call);
    const owners = this.#ownerOf;
    const isOwn = (each: Execution): boolean => fits(each) && owners?.(each.span) === owner;
    return (
      (owner === "" ? undefined : this.#first(key, anywhere, isOwn)) ??
      this.#first(key, anywhere, fits) ??
      this.#first(key, anywhere)
    );
  }

  /** To be called before requests are gone through anew. */
  rewind(): void {
    for (const line of this.#lines.values()) line.next = 0;
  }

  /** By name and arguments; those of tools whose name is not known by arguments alone. */
  withArguments(request: RequestedCall, reach: Reach): Execution | undefined {
    this.#nameAll();
    const keys = [argumentKey(request.inputParameters), valueKey(request.inputParameters)];
    for (const called of [`name\0${request.name}`, "unnamed"]) {
      for (const key of keys) {
        const found =
          key === undefined ? undefined : this.#first(`${poolOf(request, reach)}\0${called}\0${key}`, reach);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /**
   * The next one of the name whose arguments don't say otherwise: before those of which nothing is known, and those whose
   * arguments have other names, those that have an argument in common.
   */
  inOrder(request: RequestedCall, reach: Reach): Execution | undefined {
    this.#nameAll();
    this.#pairAll();
    const base = `${poolOf(request, reach)}\0name\0${request.name}`;
    const fits = ({ call }: Execution): boolean => mayAgree(request, call);
    const pairs = isHidden(request) ? [] : pairsOf(request.inputParameters);
    return (
      (pairs.length === 0 ? this.#first(base, reach, fits) : this.#alike(base, pairs, reach, fits)) ??
      this.#first(`${poolOf(request, reach)}\0unnamed`, reach)
    );
  }

  /** The next one of the name, whatever its arguments: the tool was given others than those that were asked for. */
  ofName(request: RequestedCall, reach: Reach): Execution | undefined {
    this.#nameAll();
    return this.#first(`${poolOf(request, reach)}\0name\0${request.name}`, reach);
  }

  #alike(
    base: string,
    pairs: ReturnType<typeof pairsOf>,
    reach: Reach,
    fits: (execution: Execution) => boolean,
  ): Execution | undefined {
    // What few have in common tells most.
    const lines = pairs.map(({ key, value }) => `${base}\0pair ${key}\0${value}`).filter((key) => this.#lines.has(key));
    lines.sort((a, b) => this.#length(a) - this.#length(b));
    for (const key of lines) {
      const found = this.#first(key, reach, fits);
      if (found !== undefined) return found;
    }
    const open = this.#first(`${base}\0open`, reach, fits);
    if (open !== undefined) return open;
    const names = new Set(pairs.map(({ key }) => key));
    for (const [shape, others] of this.#shapes.get(base) ?? []) {
      const found = others.some((name) => names.has(name)) ? undefined : this.#first(`${base}\0${shape}`, reach);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Only once it is needed, since to spell out arguments is slow and most calls are found by their ids. */
  #nameAll(): void {
    if (this.#knowsNames) return;
    this.#knowsNames = true;
    for (const execution of this.#executions) {
      const { unnamed, inputParameters } = execution.call;
      const key = execution.taken ? undefined : argumentKey(inputParameters);
      for (const base of this.#basesOf(execution)) {
        if (key !== undefined) this.#add(`${base}\0${key}`, execution);
        if (unnamed !== true || key === undefined) this.#add(base, execution);
      }
    }
  }

  /** The same for the parts of arguments, which but tools that add to what they were asked for need. */
  #pairAll(): void {
    if (this.#knowsPairs) return;
    this.#knowsPairs = true;
    for (const execution of this.#executions) {
      if (execution.call.unnamed === true) continue;
      const pairs = isHidden(execution.call) ? [] : pairsOf(execution.call.inputParameters);
      for (const base of this.#basesOf(execution)) {
        for (const { key, value } of pairs) this.#add(`${base}\0pair ${key}\0${value}`, execution);
        this.#add(pairs.length === 0 ? `${base}\0open` : this.#shapeOf(base, pairs), execution);
      }
    }
  }

  #shapeOf(base: string, pairs: ReturnType<typeof pairsOf>): string {
    const shapes = this.#shapes.get(base) ?? new Map<string, readonly string[]>();
    if (shapes.size === 0) this.#shapes.set(base, shapes);
    const names = pairs.map(({ key }) => key);
    const shape = `shape ${names.join("\0")}`;
    if (shapes.size < MOST_SHAPES) shapes.set(shape, names);
    return `${base}\0${shape}`;
  }

  #length(key: string): number {
    const line = this.#lines.get(key);
    return line === undefined ? 0 : line.executions.length - line.next;
  }

  #add(key: string, execution: Execution): void {
    const line = this.#lines.get(key);
    if (line === undefined) this.#lines.set(key, { executions: [execution], next: 0 });
    else line.executions.push(execution);
  }

  #first(
    key: string,
    { from, until }: Omit<Reach, "owner">,
    fits: (execution: Execution) => boolean = () => true,
  ): Execution | undefined {
    const line = this.#lines.get(key);
    if (line === undefined) return undefined;
    const isOut = ({ taken, span }: Execution): boolean => taken || span.startTimeMs < from;
    const { executions } = line;
    for (let first = executions[line.next]; first !== undefined && isOut(first); first = executions[line.next])
      line.next += 1;
    for (let index = line.next; index < executions.length; index += 1) {
      const execution = executions[index];
      if (execution === undefined || execution.span.startTimeMs > until) return undefined;
      if (!isOut(execution) && fits(execution)) return execution;
    }
    return undefined;
  }

  /** A call whose id is known answers only to that id, unless the request has none. None: it is taken. */
  #basesOf({ taken, call, span }: Execution): readonly string[] {
    if (taken) return [];
    const called = call.unnamed === true ? "unnamed" : `name\0${call.name}`;
    const owners = this.#ownerOf === undefined ? [""] : ["", this.#ownerOf(span)];
    const pools = call.id === undefined ? ["any", "free"] : ["any"];
    return owners.flatMap((owner) => pools.map((pool) => `${owner}\0${pool}\0${called}`));
  }
}

const anywhere = { from: -Infinity, until: Infinity };

const poolOf = ({ id }: RequestedCall, { owner }: Reach): string => `${owner}\0${id === undefined ? "any" : "free"}`;
