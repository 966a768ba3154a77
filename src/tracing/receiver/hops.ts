import type { PlainSpan } from "../reading/plain-span.js";
import { readSpans } from "../reading/read-trace.js";
import type { Arrival } from "./arrival.js";
import { Recent } from "./recent.js";
import { addressIn, isNear, requestIn, type ServiceRequest } from "./request.js";

interface Hop {
  /** Undefined: the span that asks has not come. */
  request: ServiceRequest | undefined;
  isAnswered: boolean;
}

interface Open {
  readonly span: PlainSpan;
  readonly request: ServiceRequest;
}

/** Shapes of requests, and addresses, of which it is remembered that spans come from there. */
const MOST_SHAPES = 1_000;
const MOST_SILENT = 100;
/** Of one turn. */
const MOST_OPEN = 20;

/**
 * Requests from one process to another, and whether the other told its part: a CLIENT span whose SERVER span has come (in
 * messaging PRODUCER and CONSUMER). Who exports first looks complete without the other. That the other exports at all is
 * known by what it sent before: an answer to a request of that shape, be it late, or a span of whoever listens at that address.
 * Once is enough, since what has stopped coming is not known, rather than not there.
 */
export class Hops {
  readonly #hops = new Map<string, Hop>();
  readonly #most: number;
  readonly #answering = new Recent<string>(MOST_SHAPES);
  readonly #listening = new Recent<string>(MOST_SHAPES);
  readonly #silent = new Map<string, { readonly request: ServiceRequest; readonly count: number }>();

  /** @param most requests that are remembered, the oldest of which are forgotten and then not waited for */
  constructor(most: number) {
    this.#most = most;
  }

  /** Takes note of what came, whatever becomes of it. */
  note({ content, attributes }: Arrival): void {
    if (!("span" in content)) return;
    const { span } = content;
    if (span.kind === "server" || span.kind === "consumer") {
      const address = span.kind === "server" ? addressIn(attributes) : undefined;
      if (address !== undefined) this.#listening.add(address);
      if (span.parentSpanId !== null) this.#learn(this.#hopOf(keyOf(span.traceId, span.parentSpanId)), true);
      return;
    }
    const request = requestIn(span, attributes);
    if (request === undefined) return;
    const hop = this.#hopOf(keyOf(span.traceId, span.spanId));
    hop.request = request;
    this.#learn(hop, hop.isAnswered);
  }

  /** Requests among these spans whose answer is known to be traced, and lacks. In words, each shape once. */
  unansweredIn(spans: readonly PlainSpan[]): readonly string[] {
    const requests = this.#openIn(spans).filter(({ request }) => this.#isTraced(request));
    return [...new Set(requests.map(({ request }) => request.shape))];
  }

  /**
   * The turn of these spans is over: its requests to near processes that never sent a span are kept for {@link silent}.
   * Returns those that were not answered, for {@link isAnswered}.
   */
  over(spans: readonly PlainSpan[]): readonly string[] {
    const open = this.#openIn(spans);
    this.#keepSilent(spans, open);
    return open.slice(0, MOST_OPEN).map(({ span }) => keyOf(span.traceId, span.spanId));
  }

  /** Whether a request was answered after its turn was over. */
  isAnswered(request: string): boolean {
    return this.#hops.get(request)?.isAnswered ?? false;
  }

  #keepSilent(spans: readonly PlainSpan[], open: readonly Open[]): void {
    const near = open.filter(
      ({ request }) => request.address !== undefined && isNear(request.address) && !this.#isTraced(request),
    );
    if (near.length === 0) return;
    const others = foreignWork(spans);
    for (const { span, request } of near) {
      if (others.has(span.spanId) || others.has(span.parentSpanId ?? "")) continue;
      if (this.#silent.size >= MOST_SILENT && !this.#silent.has(request.shape)) return;
      this.#silent.set(request.shape, { request, count: (this.#silent.get(request.shape)?.count ?? 0) + 1 });
    }
  }

  /** Shapes of requests that nothing was heard of from the other end, by how many there were. */
  get silent(): ReadonlyMap<string, number> {
    const silent = [...this.#silent.values()].filter(({ request }) => !this.#isTraced(request));
    return new Map(silent.map(({ request, count }) => [request.shape, count]));
  }

  #openIn(spans: readonly PlainSpan[]): readonly Open[] {
    return spans.flatMap((span) => {
      if (span.kind !== "client" && span.kind !== "producer") return [];
      const hop = this.#hops.get(keyOf(span.traceId, span.spanId));
      return hop?.request === undefined || hop.isAnswered ? [] : [{ span, request: hop.request }];
    });
  }

  #isTraced({ shape, address }: ServiceRequest): boolean {
    return this.#answering.has(shape) || (address !== undefined && this.#listening.has(address));
  }

  #hopOf(key: string): Hop {
    const hop = this.#hops.get(key) ?? { request: undefined, isAnswered: false };
    this.#hops.set(key, hop);
    const [oldest] = this.#hops.keys();
    if (this.#hops.size > this.#most && oldest !== undefined) this.#hops.delete(oldest);
    return hop;
  }

  #learn(hop: Hop, isAnswered: boolean): void {
    hop.isAnswered = isAnswered;
    if (isAnswered && hop.request !== undefined) this.#answering.add(hop.request.shape);
  }
}

const keyOf = (traceId: string, spanId: string): string => `${traceId} ${spanId}`;

/** Spans of models and databases: who serves those is mostly not traced, and runs no tools of the agent. */
function foreignWork(spans: readonly PlainSpan[]): ReadonlySet<string> {
  const kinds: ReadonlySet<string> = new Set(["llm", "embedding"]);
  const models = readSpans(spans).flatMap(({ kind, spanId }) => (kinds.has(kind) ? [spanId] : []));
  const databases = spans.flatMap(({ attributes, spanId }) =>
    attributes["db.system"] === undefined && attributes["db.system.name"] === undefined ? [] : [spanId],
  );
  return new Set([...models, ...databases]);
}
