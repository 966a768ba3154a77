import { quietly } from "../faults.js";
import { addLateSpan } from "../run/late-span.js";
import { openRuns } from "../run/open-run.js";
import type { RunStore } from "../run/run-store.js";
import type { Arrival } from "./arrival.js";
import type { DecodedExport } from "./decode-export.js";
import { EndedRuns, type Ended } from "./ended-runs.js";
import { evidenceOf } from "./evidence.js";
import type { Claimed } from "./foreign-trace.js";
import { ForeignTraces } from "./foreign-traces.js";
import { Hops } from "./hops.js";
import { OpenRuns } from "./open-runs.js";
import { Recent } from "./recent.js";
import type { ReceiverSettings } from "./receiver-options.js";
import type { Rejected } from "./responses.js";
import { Room } from "./room.js";

export type IntakeLimits = Pick<ReceiverSettings, "maxSpans" | "maxHeldBytes" | "unclaimedMs" | "clock">;

/** Runs and conversations that have ended, and requests between processes. */
const REMEMBERED = 10_000;

/** Gives what arrives to the runs it belongs to, by context and never by time, and keeps what it can't place for a while. */
export class Intake {
  readonly counts = { spans: 0, logRecords: 0, joined: 0, late: 0, elsewhere: 0, rejected: 0, noRoom: 0 };
  readonly foreign: ForeignTraces;
  readonly #room: Room;
  readonly ended: EndedRuns;
  readonly hops = new Hops(REMEMBERED);
  /** Conversations with a turn whose spans may still come: by the conversation's id alone, they could be a later turn's. */
  readonly #doubtful = new Recent<string>(REMEMBERED);

  readonly #cameLate: (ended: Ended) => void;

  /** @param cameLate is told of runs that lack a call of a tool which came late */
  constructor(limits: IntakeLimits, cameLate: (ended: Ended) => void = () => undefined) {
    this.#cameLate = cameLate;
    this.ended = new EndedRuns(REMEMBERED, limits.clock);
    this.#room = new Room({ items: limits.maxSpans, bytes: limits.maxHeldBytes });
    this.foreign = new ForeignTraces(this.#room, limits);
  }

  isDoubtful({ ids: { conversationId } }: RunStore): boolean {
    return conversationId !== undefined && this.#doubtful.has(conversationId);
  }

  /** Returns how much was rejected and why, and the runs that something came for. */
  take({ arrivals, damaged, loose }: DecodedExport): { readonly rejected: Rejected; readonly runs: Set<RunStore> } {
    this.foreign.forgetOld();
    const open = new OpenRuns(openRuns());
    const runs = new Set<RunStore>();
    let refused = 0;
    for (const arrival of arrivals) quietly("looking at a request", () => this.hops.note(arrival));
    for (const arrival of arrivals) {
      this.counts["span" in arrival.content ? "spans" : "logRecords"] += 1;
      for (const claimed of this.#place(arrival, open)) {
        if (this.#give(claimed)) runs.add(claimed.run);
        else refused += 1;
      }
    }
    this.counts.logRecords += loose;
    this.counts.elsewhere += loose;
    this.counts.rejected += damaged + refused;
    return { rejected: rejectedOf(damaged, refused), runs };
  }

  /**
   * The run ends. `inDoubt`: some of its spans may still come. `quietMs`: how long it had been quiet when it was taken for
   * complete, where it was.
   */
  end(run: RunStore, inDoubt: boolean, quietMs?: number): void {
    const { conversationId } = run.ids;
    this.ended.told(run);
    this.ended.add(run, quietMs, quietly("looking at requests", () => this.hops.over(run.received.spans)) ?? []);
    if (inDoubt && conversationId !== undefined) this.#doubtful.add(conversationId);
    this.#room.release(run);
  }

  #place(arrival: Arrival, open: OpenRuns): readonly Claimed[] {
    const run = open.ofTrace(arrival.traceId);
    if (run !== undefined) return [{ arrival, run }];
    if (this.#isLate(arrival, arrival.traceId)) return this.#pass("late");
    const evidence = evidenceOf(arrival.attributes, open);
    switch (evidence.says) {
      case "other run":
        return this.#pass(this.#isLate(arrival, evidence.runId) ? "late" : "elsewhere");
      case "conversation":
        if (this.isDoubtful(evidence.run)) return this.#pass("elsewhere");
        return this.foreign.traceFor(arrival)?.claim(arrival, evidence.run) ?? [{ arrival, run: evidence.run }];
      case "run":
        return this.foreign.traceFor(arrival)?.claim(arrival, evidence.run) ?? [{ arrival, run: evidence.run }];
      case "nothing":
        return this.foreign.traceFor(arrival)?.add(arrival) ?? this.#pass("noRoom");
    }
  }

  /** Whether what came with this id came late; a call of a tool is then given to whoever still can tell of it. */
  #isLate({ content }: Arrival, id: string | undefined): boolean {
    const ended = this.ended.lateOf(id);
    if (ended === undefined) return false;
    const isCall =
      "span" in content && (quietly("reading a late span", () => addLateSpan(content.span, ended)) ?? false);
    // Where it is the answer to a request, the request is what later turns wait for.
    if (isCall && !ended.requests.some((request) => this.hops.isAnswered(request))) this.#cameLate(ended);
    return true;
  }

  #pass(why: "late" | "elsewhere" | "noRoom"): readonly Claimed[] {
    this.counts[why] += 1;
    return [];
  }

  /** False: there was no room. */
  #give({ arrival, run }: Claimed): boolean {
    if (!run.isOpen) {
      this.counts.late += 1;
      this.#isLate(arrival, run.ids.runId);
      return true;
    }
    if (!this.foreign.makeRoom(arrival.weight)) {
      run.received.refused += 1;
      return false;
    }
    this.counts.joined += 1;
    const { content } = arrival;
    if ("log" in content) run.received.addLog(content.log);
    else if (!run.received.addSpan(content.span)) return true;
    this.#room.take(run, arrival.weight);
    return true;
  }
}

function rejectedOf(damaged: number, refused: number): Rejected {
  const reasons = [
    ...(damaged === 1 ? ["1 span has no valid trace id and span id"] : []),
    ...(damaged > 1 ? [`${String(damaged)} spans have no valid trace id and span id`] : []),
    ...(refused > 0 ? [`there was no room for ${String(refused)} of what was sent`] : []),
  ];
  return { count: damaged + refused, reason: reasons.join("; ") };
}
