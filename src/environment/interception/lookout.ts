import type { ToolCall } from "../../test-case/tool-call.js";
import { isSameTool } from "../../test-case/tool-names.js";
import type { Trace } from "../../test-case/trace.js";
import type { World } from "../world/world.js";
import { slipFor, type Guarded } from "./guard.js";
import { handledBySeam, HandledCalls, type Handled } from "./handled.js";
import type { InterceptedCall } from "./intercepted-call.js";
import type { Interception } from "./interception.js";
import { outermostCalls } from "./outermost-calls.js";
import { refuseOutside } from "./outside.js";
import { onlyReads } from "./reads.js";
import { slipMessage, strayMessage, outsideMessage } from "./stray-messages.js";
import { straysAmong } from "./strays.js";

/** What is on record of one exchange. */
export interface OnRecord {
  /** Undefined: nothing was traced. */
  readonly trace: Trace | undefined;
  /** What the agent itself states, if it does. */
  readonly stated: readonly ToolCall[] | undefined;
}

/** Sees to it that no tool of one conversation is called past interception without anybody's notice. */
export class Lookout {
  readonly #interception: Interception;
  readonly #world: World | undefined;
  readonly #guarded: Guarded;
  readonly #handled = new HandledCalls();
  readonly #outside = new Map<string, string>();
  #stop: (() => void) | undefined;
  #seen = { calls: 0, records: 0 };
  #left: { readonly trace: readonly Handled[]; readonly stated: readonly Handled[] } = { trace: [], stated: [] };

  constructor(interception: Interception, world: World | undefined) {
    this.#interception = interception;
    this.#world = world;
    this.#guarded = { plan: interception.plan, inWorld: Object.keys(world?.tools ?? {}) };
  }

  /** What got past in this exchange, for people. Undefined: nothing that is known. */
  complaint(turn: number, { trace, stated }: OnRecord): string | undefined {
    const { calls } = this.#interception;
    const records = this.#world?.records ?? [];
    const newCalls = calls.slice(this.#seen.calls);
    const news = this.#handled.add(
      newCalls.map((call) => handledBySeam(call, this.#interception.wentIntoWorld(call))),
      records.slice(this.#seen.records),
    );
    this.#seen = { calls: calls.length, records: records.length };
    const traced = trace === undefined ? [] : outermostCalls(trace);
    const told = (stated ?? []).map((call, index) => ({ call, position: index + 1 }));
    const byTrace = straysAmong(traced, [...this.#left.trace, ...news], this.#guarded);
    const byWord = straysAmong(told, [...this.#left.stated, ...news], this.#guarded);
    // A call that came after the trace was taken is on record in the next turn, and no later.
    const isNew = (each: Handled): boolean => news.includes(each);
    this.#left = { trace: byTrace.left.filter(isNew), stated: byWord.left.filter(isNew) };
    const [stray] = [...byTrace.strays, ...byWord.strays];
    if (stray !== undefined) return strayMessage(stray, turn);
    return this.outside(turn) ?? this.#slipIn(newCalls, news, turn);
  }

  /** Which tool was called in no conversation, and refused, since this one began. Undefined: none was. */
  outside(turn: number): string | undefined {
    const [first] = this.#outside;
    return first === undefined ? undefined : outsideMessage(...first, turn);
  }

  /** Refuses tools that are called in no conversation, until it is closed. */
  guard(): void {
    this.#stop ??= refuseOutside(this.#guarded, (name, why) => void this.#outside.set(name, why));
  }

  close(): void {
    this.#stop?.();
  }

  /** A call that no rule has, though one has nearly its name, which nothing else that was called has. */
  #slipIn(calls: readonly InterceptedCall[], news: readonly Handled[], turn: number): string | undefined {
    for (const call of calls) {
      const slip = call.did === "passed" || call.did === "refused" ? slipFor(call.name, this.#guarded) : undefined;
      if (slip === undefined || news.some(({ name }) => name === slip)) continue;
      const isSpelling = isSameTool(slip, call.name);
      const isMet = this.#interception.calls.some(({ name }) => name === slip);
      if (isSpelling || !(isMet || onlyReads(call.name, undefined))) return slipMessage(call, slip, turn);
    }
    return undefined;
  }
}
