import { SpanKind, trace as otel } from "@opentelemetry/api";
import { expect } from "chai";
import {
  captureTrace,
  knowsTools,
  observe,
  prepareTracing,
  startRun,
  updateCurrentTrace,
  type Run,
} from "../../../src/tracing/index.js";
import { startExternalCall } from "../../../src/tracing/instrument.js";

const refund = observe({ type: "tool", name: "refund" }, async (_order: object) => true);
const names = (run: { readonly toolsCalled: readonly { readonly name: string }[] }) =>
  run.toolsCalled.map(({ name }) => name);

/** A limiter whose worker runs in the context of whoever found it idle, as many do. */
class Limiter {
  readonly #jobs: (() => Promise<void>)[] = [];
  #busy = false;

  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#jobs.push(() => work().then(resolve, reject));
      void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift()) await job();
    this.#busy = false;
  }
}

function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

const told =
  /^toolsCalled: a call of .*refund.* came in a run that was over, or that did not wait for it.*AsyncResource\.bind\(\)/;

/** Of a run whose context a call inherits, one under way beside it. */
async function beside(call: () => unknown, when: "over" | "replied"): Promise<Run> {
  const first = startRun();
  const rest = gate();
  let done: Promise<unknown> = Promise.resolve();
  first.within(() => void (done = rest.opened.then(call)));
  const second = startRun();
  if (when === "over") first.end();
  else await first.settle();
  rest.open();
  await done;
  first.end();
  return second;
}

describe("a call in the context of a run that waits for nothing any more", () => {
  before(prepareTracing);

  it("makes unknown which tools were called by whoever shares a limiter with it", async () => {
    const limiter = new Limiter();
    const [slow, tool] = [gate(), gate()];
    const slowTool = observe({ type: "tool", name: "refund" }, async () => tool.opened);
    const queued = [gate(), gate(), gate()] as const;
    const first = captureTrace(() => (queued[0].open(), limiter.run(() => slow.opened)));
    await queued[0].opened;
    const others = [queued[1], queued[2]].map((each) =>
      captureTrace(() => (each.open(), limiter.run(() => slowTool()))),
    );
    await Promise.all([queued[1].opened, queued[2].opened]);
    slow.open();
    await first;
    tool.open();
    for (const { trace } of await Promise.all(others)) {
      expect(knowsTools(trace)).to.equal(false);
      expect(trace.missing[0]).to.match(told);
    }
  });

  for (const when of ["over", "replied"] as const) {
    it(`makes it unknown of all that are under way (${when})`, async () => {
      const second = await beside(() => refund({}), when);
      second.within(() => updateCurrentTrace({ toolsCalled: [] }));
      const trace = second.end();
      expect(knowsTools(trace)).to.equal(false);
      expect(trace.missing[0]).to.match(told);
    });
  }

  it("takes nothing from what is on record", async () => {
    const second = await beside(() => refund({}), "over");
    await second.within(() => refund({}));
    const trace = second.end();
    expect(names(trace)).to.deep.equal(["refund"]);
    expect(knowsTools(trace)).to.equal(false);
  });

  it("is one whoever recorded it: an instrumentation of ours, or somebody else's", async () => {
    const attributes = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "refund" };
    const ways = [
      () =>
        startExternalCall({ name: "tools/call refund", kind: SpanKind.CLIENT, attributes: { ...attributes } })?.end(),
      () => otel.getTracer("framework").startSpan("execute_tool refund", { attributes }).end(),
    ];
    for (const way of ways) expect((await beside(way, "over")).end().missing[0]).to.match(told);
  });

  it("is no matter where it is no call of a tool", async () => {
    const helper = observe(() => 1);
    const second = await beside(() => helper(), "over");
    expect(second.end().missing.join()).to.not.match(/did not wait for it/);
  });

  it("is its own where nobody else is under way", async () => {
    const { trace } = await captureTrace(() => void refund({}));
    expect(names(trace)).to.deep.equal(["refund"]);
    expect(knowsTools(trace)).to.equal(true);
  });
});
