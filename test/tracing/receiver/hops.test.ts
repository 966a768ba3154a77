import { expect } from "chai";
import { createOtlpReceiver, startRun, type OtlpReceiver, type Run } from "../../../src/tracing/index.js";
import { virtualClock, type VirtualClock } from "../../support/virtual-clock.js";
import { exportOf, keyValues, post, spanId, toolSpan, traceId, type SpanSpec } from "./support.js";

const SERVER = 2;
const CLIENT = 3;
const shape = /spans of the service that answers POST 127\.0\.0\.1:7001\/work of service "front" have come before/;

describe("a turn of which a second service has a part", () => {
  let clock: VirtualClock;
  let receiver: OtlpReceiver;
  let turns: number;
  const open: Run[] = [];
  beforeEach(async () => {
    clock = virtualClock();
    receiver = await createOtlpReceiver({ clock, settleMs: 2000, quietMs: 100 });
    turns = 0;
  });
  afterEach(async () => {
    open.splice(0).forEach((run) => run.end());
    await receiver.close();
  });

  const turn = (): Run => {
    turns += 1;
    const run = startRun({ conversationId: `hops-${String(turns)}`, turnId: "2" });
    open.push(run);
    return run;
  };
  const traceOf = (run: Run): string => run.traceparent.split("-")[1] ?? "";
  const send = (service: string, ...spans: SpanSpec[]) => {
    const [sent] = exportOf(...spans).resourceSpans;
    const resource = { attributes: keyValues({ "service.name": service }) };
    return post(receiver, { resourceSpans: [{ ...sent, resource }] });
  };
  const work = { "http.request.method": "POST", "url.full": "http://127.0.0.1:7001/work" };
  const request = (run: Run, digit = "5", attributes: SpanSpec["attributes"] = work): SpanSpec => ({
    trace: traceOf(run),
    span: spanId(digit),
    parent: spanId("1"),
    name: "POST",
    kind: CLIENT,
    attributes,
  });
  const root = (run: Run): SpanSpec => {
    const [, trace = "", parent = ""] = run.traceparent.split("-");
    return { trace, parent, span: spanId("1"), name: "POST /chat", kind: SERVER };
  };
  const front = (run: Run, ...requests: SpanSpec[]) =>
    send("front", ...(requests.length === 0 ? [request(run)] : requests), tool(run, "a", "2", spanId("1")), root(run));
  const tool = (run: Run, name: string, span: string, parent: string): SpanSpec => ({
    trace: traceOf(run),
    span: spanId(span),
    parent,
    name: `execute_tool ${name}`,
    attributes: toolSpan(name),
  });
  const answer = (run: Run, to = "5", digit = "8"): SpanSpec => ({
    trace: traceOf(run),
    span: spanId(digit),
    parent: spanId(to),
    name: "POST /work",
    kind: SERVER,
  });
  const back = (run: Run) => send("back", tool(run, "b", "9", spanId("8")), answer(run));
  /** How long the turn waits, where nothing comes but what `meanwhile` sends when the time has come. */
  const waited = async (run: Run, meanwhile: { at: number; send: () => Promise<unknown> }[] = []): Promise<number> => {
    const begun = clock.now();
    let isOver = false;
    void run.settle().then(() => (isOver = true));
    const rest = [...meanwhile];
    while (!isOver) {
      await clock.advance(10);
      while (rest[0] !== undefined && clock.now() - begun >= rest[0].at) await rest.shift()?.send();
      for (let spin = 0; spin < 10; spin++) await new Promise(setImmediate);
    }
    return clock.now() - begun;
  };
  const toolsOf = (run: Run) => {
    const { toolsCalled, missing } = run.end();
    return {
      names: toolsCalled.map(({ name }) => name),
      unknown: missing.filter((each) => each.startsWith("toolsCalled: ")),
    };
  };
  /** A turn whose second service told its part, so that this is known of it. */
  const learnt = async (): Promise<void> => {
    const run = turn();
    await front(run);
    await back(run);
    await waited(run);
    expect(toolsOf(run)).to.deep.equal({ names: ["a", "b"], unknown: [] });
  };
  const warningsAtClose = async (): Promise<readonly string[]> => {
    const seen: string[] = [];
    const listen = ({ message }: Error) => void seen.push(message);
    process.on("warning", listen);
    await receiver.close();
    await new Promise(setImmediate);
    process.off("warning", listen);
    return seen.filter((each) => each.startsWith("createOtlpReceiver"));
  };

  it("waits for it once it has told its part of such a request", async () => {
    await learnt();
    const run = turn();
    await front(run);
    expect(await waited(run, [{ at: 1500, send: () => back(run) }])).to.be.within(1600, 1650);
    expect(toolsOf(run)).to.deep.equal({ names: ["a", "b"], unknown: [] });
  });

  it("does not know its tools where that has not come by the deadline, and names the request", async () => {
    await learnt();
    const run = turn();
    await front(run);
    expect(await waited(run)).to.be.within(2000, 2020);
    const { names, unknown } = toolsOf(run);
    expect(names).to.deep.equal(["a"]);
    expect(unknown).to.have.length(1);
    expect(unknown[0])
      .to.match(shape)
      .and.match(/OTEL_BSP_SCHEDULE_DELAY=100.*a longer settleMs \(now 2000\)$/);
  });

  it("waits for it after its part of an earlier turn came late", async () => {
    const first = turn();
    await front(first);
    expect(await waited(first)).to.be.within(100, 120);
    expect(toolsOf(first)).to.deep.equal({ names: ["a"], unknown: [] });
    await clock.advance(5000);
    await back(first);
    const second = turn();
    await front(second);
    expect(await waited(second)).to.be.within(2000, 2020);
    expect(toolsOf(second).unknown[0]).to.match(shape);
    const warnings = await warningsAtClose();
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.match(
      /2 spans came after their turns were over.*so the traces of those turns were taken without them/,
    );
  });

  it("does not wait for more than it once it has come late: no turn is quiet for longer", async () => {
    const first = turn();
    await front(first);
    await waited(first);
    first.end();
    await clock.advance(500);
    await back(first);
    const second = turn();
    await front(second);
    expect(await waited(second, [{ at: 600, send: () => back(second) }])).to.be.within(700, 750);
    expect(toolsOf(second)).to.deep.equal({ names: ["a", "b"], unknown: [] });
  });

  for (const [when, batches] of [
    ["before the request", ["back", "front"]],
    ["after it", ["front", "back"]],
  ] as const) {
    it(`learns where its part comes ${when}`, async () => {
      const run = turn();
      for (const service of batches) await { front, back }[service](run);
      await waited(run);
      const next = turn();
      await front(next);
      await waited(next);
      expect(toolsOf(next).unknown[0]).to.match(shape);
    });
  }

  it("waits for each of two requests of one shape", async () => {
    await learnt();
    const run = turn();
    await front(run, request(run, "5"), request(run, "6"));
    const meanwhile = [
      { at: 300, send: () => back(run) },
      { at: 900, send: () => send("back", answer(run, "6", "7")) },
    ];
    expect(await waited(run, meanwhile)).to.be.within(1000, 1050);
    const other = turn();
    await front(other, request(other, "5"), request(other, "6"));
    await back(other);
    await waited(other);
    const { names, unknown } = toolsOf(other);
    expect(names).to.deep.equal(["a", "b"]);
    expect(unknown[0]).to.match(shape);
  });

  it("waits for a try that was cut off beside the one that was answered, since work may have gone on there", async () => {
    await learnt();
    const run = turn();
    await front(run, request(run, "6", { ...work, "error.type": "AbortError" }), request(run));
    await back(run);
    expect(await waited(run)).to.be.within(2000, 2020);
    expect(toolsOf(run).unknown[0]).to.match(shape);
  });

  it("knows at the first turn that it is traced, where a span of whoever listens there has come", async () => {
    const attributes = { "server.address": "127.0.0.1", "server.port": 7001, "url.scheme": "http" };
    await send("back", { trace: traceId("f0"), span: spanId("1"), name: "GET /health", kind: SERVER, attributes });
    const run = turn();
    await front(run);
    expect(await waited(run)).to.be.within(2000, 2020);
    expect(toolsOf(run).unknown[0]).to.match(shape);
  });

  it("never waits for a service that is not traced, also beside one that is", async () => {
    await learnt();
    for (let each = 0; each < 3; each++) {
      const run = turn();
      const provider = { "http.request.method": "POST", "url.full": "https://models.example/v1/chat" };
      await front(run, request(run, "6", provider), request(run));
      await back(run);
      expect(await waited(run)).to.be.within(100, 120);
      expect(toolsOf(run)).to.deep.equal({ names: ["a", "b"], unknown: [] });
    }
    expect(await warningsAtClose()).to.deep.equal([]);
  });

  it("goes on to expect it though it has answered only once: what stopped coming is not known", async () => {
    await learnt();
    for (let each = 0; each < 3; each++) {
      const run = turn();
      await front(run);
      expect(await waited(run)).to.be.within(2000, 2020);
      expect(toolsOf(run).unknown).to.have.length(1);
    }
  });

  it("warns at close of a near service that nothing came from, but of no model", async () => {
    const run = turn();
    const model = {
      "gen_ai.operation.name": "chat",
      "http.request.method": "POST",
      "url.full": "http://127.0.0.1:9/v1",
    };
    await front(run, request(run), request(run, "6", model));
    await waited(run);
    expect(toolsOf(run)).to.deep.equal({ names: ["a"], unknown: [] });
    const warnings = await warningsAtClose();
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.match(
      /no span came from the other end of POST 127\.0\.0\.1:7001\/work of service "front"\. If tools run there/,
    );
  });
});
