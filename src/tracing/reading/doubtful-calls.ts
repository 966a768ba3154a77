import type { Execution } from "./executions.js";
import type { LaterModels } from "./later-models.js";
import type { RequestedCall } from "./read-span.js";
import type { Request } from "./requests.js";
import type { ReturnedResults } from "./returned-results.js";

/** Why it is not known whether a call ran that was asked for. */
const doubts = {
  untold: "what later model calls were told is not on record",
  unseen: "a model was told what came of them, but their tool is wrapped in observe and no run of it is on record",
  unheard: 'no model was called after them and their tool is not wrapped in observe({ type: "tool" }, ...)',
} as const;
export type Doubt = keyof typeof doubts;

interface Known {
  readonly executions: readonly Execution[];
  readonly results: ReturnedResults;
  readonly later: LaterModels;
  /** Tools of which every run is on record. Undefined: that is not known. */
  readonly observed: ReadonlySet<string> | undefined;
}

/** Tells whether calls ran that models asked for and of which no run is on record. */
export class DoubtfulCalls {
  readonly #known: Known;
  readonly #seesRuns: boolean;

  constructor(known: Known) {
    this.#known = known;
    const { executions, observed } = known;
    this.#seesRuns = observed !== undefined && executions.some(({ call }) => observed.has(call.name));
  }

  /**
   * `isIdle`: it did not run, whatever the model was told: whoever turned it down told it so.
   *
   * @param isAnswered whether a later model call was told what came of it, or the provider ran it
   */
  of({ call, model, among }: Request, isAnswered: boolean): { readonly isIdle: boolean; readonly doubt?: Doubt } {
    const { observed, results, later } = this.#known;
    const isWrapped = call.executed !== true && observed?.has(call.name) === true;
    if (isWrapped && this.#seesRuns) return { isIdle: true };
    if (isAnswered) return { isIdle: false, ...(isWrapped && { doubt: "unseen" }) };
    if (results.mayHold(among, model) || later.mayKnow(model)) return { isIdle: false, doubt: "untold" };
    return { isIdle: false, ...(this.#isUnheard(call, model) && { doubt: "unheard" }) };
  }

  /** Our own clients and functions see models alone: that the last one asked for it is all there is. */
  #isUnheard({ name }: RequestedCall, model: Request["model"]): boolean {
    const { executions, later, observed } = this.#known;
    const isOurs = (model.scope ?? "rehearsal") === "rehearsal";
    const isUnwrapped = observed !== undefined && !observed.has(name);
    return isUnwrapped && executions.length === 0 && isOurs && !later.isAnyAfter(model);
  }

  /** A sentence for each doubt, given the names of the calls that have it. */
  told(namesOf: (doubt: Doubt) => string): readonly string[] {
    return (Object.keys(doubts) as Doubt[]).flatMap((doubt) => {
      const names = namesOf(doubt);
      return names === "" ? [] : [`toolsCalled: whether these ran is not known, since ${doubts[doubt]}: ${names}`];
    });
  }

  /** Of a trace whose beginning was lost, or which goes on where another broke off. */
  unrecorded(calls: readonly RequestedCall[]): readonly string[] {
    if (calls.length === 0) return [];
    const { executions, observed } = this.#known;
    const ran = new Set(executions.flatMap(({ call }) => [call.id, call.name]));
    const lost = calls.filter(({ id, name }) => !ran.has(name) && !ran.has(id) && observed?.has(name) !== true);
    const names = [...new Set(lost.map(({ name }) => name))].join(", ");
    return names === ""
      ? []
      : [`toolsCalled: the first model call on record was told what calls returned that are not on record: ${names}`];
  }
}
