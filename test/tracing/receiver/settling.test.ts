import { request } from "node:http";
import { expect } from "chai";
import {
  captureTrace,
  createOtlpReceiver,
  observe,
  startRun,
  type OtlpReceiver,
  type Run,
} from "../../../src/tracing/index.js";
import { virtualClock, type VirtualClock } from "../../support/virtual-clock.js";
import { exportOf, post, spanId, toolSpan, traceId, until, type SpanSpec } from "./support.js";

const idsOf = (run: Run): { readonly trace: string; readonly parent: string } => {
  const [, trace = "", parent = ""] = run.traceparent.split("-");
  return { trace, parent };
};
const spin = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
};

describe("a turn whose agent is in another process", () => {
  let clock: VirtualClock;
  let receiver: OtlpReceiver;
  let run: Run;
  let done: boolean;
  beforeEach(async () => {
    clock = virtualClock();
    receiver = await createOtlpReceiver({ clock, settleMs: 2000, quietMs: 50 });
    run = startRun({ conversationId: "c", turnId: "2" });
    done = false;
  });
  afterEach(async () => {
    run.end();
    await receiver.close();
  });
  const send = (...spans: SpanSpec[]) => post(receiver, exportOf(...spans));
  const settle = (): Promise<void> => run.settle().then(() => void (done = true));
  const root = (): SpanSpec => ({ ...idsOf(run), span: spanId("1"), name: "POST /chat" });
  const tool = (): SpanSpec => ({
    trace: idsOf(run).trace,
    span: spanId("2"),
    parent: spanId("1"),
    name: "execute_tool look",
    attributes: toolSpan("look"),
  });

  it("is settled when its trace is whole and nothing has come for a moment", async () => {
    const settled = settle();
    await send(tool());
    await clock.advance(60);
    await spin();
    expect(done).to.equal(false);
    await send(root());
    await clock.advance(49);
    await spin();
    expect(done).to.equal(false);
    await clock.advance(1);
    await settled;
    expect(clock.now()).to.equal(110);
    const trace = run.end();
    expect(trace.toolsCalled.map(({ name }) => name)).to.deep.equal(["look"]);
    expect(trace.missing.join()).to.not.match(/process|turn/);
    expect(clock.pending).to.deep.equal([]);
  });

  it("waits on while more comes", async () => {
    const settled = settle();
    await send(root());
    await clock.advance(40);
    await send({ ...tool(), parent: idsOf(run).parent });
    await clock.advance(40);
    await spin();
    expect(done).to.equal(false);
    await clock.advance(10);
    await settled;
    expect(clock.now()).to.equal(90);
  });

  it("waits for an export that is on its way", async () => {
    const settled = settle();
    await send(root());
    const late = JSON.stringify(exportOf({ ...tool(), parent: spanId("1") }));
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(late) };
    const upload = request(receiver.endpoint, { method: "POST", headers });
    upload.write(late.slice(0, 10));
    // The receiver sets a timer for each export that it reads.
    await clock.whenPending(3);
    await clock.advance(50);
    await spin();
    expect(done).to.equal(false);
    const answered = new Promise((resolve) => upload.on("response", (response) => resolve(response.resume())));
    upload.end(late.slice(10));
    await answered;
    await clock.advance(50);
    await settled;
    expect(run.end().toolsCalled).to.have.length(1);
  });

  it("finds what came before the reply", async () => {
    await send(root(), tool());
    const settled = settle();
    await clock.advance(50);
    await settled;
  });

  it("gives up at the deadline, and says that nothing came and what to do", async () => {
    expect(run.headers.traceparent).to.match(/^00-/);
    const settled = settle();
    await clock.advance(1999);
    await spin();
    expect(done).to.equal(false);
    await clock.advance(1);
    await settled;
    const { missing, toolsCalled } = run.end();
    expect(toolsCalled).to.deep.equal([]);
    expect(missing.filter((each) => each.startsWith("toolsCalled: "))).to.deep.equal([
      "toolsCalled: no span of this turn came from another process within 2000 ms of the reply. Nothing has been exported to " +
        `${receiver.url} yet: point the agent's OTLP exporter at it (OTEL_EXPORTER_OTLP_ENDPOINT). If it is, its batches come ` +
        "later than a turn waits: let the agent export sooner (OTEL_BSP_SCHEDULE_DELAY=100, as receiver.env has it; a delay that " +
        "its code gives the BatchSpanProcessor wins over that), or give createOtlpReceiver a longer settleMs (now 2000)",
    ]);
  });

  it("joins what captureTrace records by the headers that it hands out", async () => {
    const captured = captureTrace(async ({ headers }) => {
      const [, trace = "", parent = ""] = headers.traceparent.split("-");
      await send({ trace, parent, span: spanId("1"), attributes: toolSpan("look") });
    });
    await until(() => clock.pending.length > 0);
    await clock.advance(50);
    const { trace } = await captured;
    expect(trace.toolsCalled.map(({ name }) => name)).to.deep.equal(["look"]);
    expect(
      (await captureTrace(() => observe({ type: "tool" }, (_: object) => 1)({}))).trace.toolsCalled,
    ).to.have.length(1);
    expect(clock.now()).to.equal(50);
  });

  it("gives up at the deadline where parents are lacking, and names those that lack them", async () => {
    const settled = settle();
    await send({ ...tool(), name: "chat m-1", attributes: { "gen_ai.operation.name": "chat" } });
    await clock.advance(2000);
    await settled;
    const { missing } = run.end();
    expect(missing[0]).to.match(/^toolsCalled: the spans around "chat m-1" have not come/);
  });

  it("keeps the calls that it saw, and says that there may be more", async () => {
    const settled = settle();
    await send(tool());
    await clock.advance(2000);
    await settled;
    const { missing, toolsCalled } = run.end();
    expect(toolsCalled).to.have.length(1);
    expect(missing[0]).to.match(/^toolsCalled: the spans around "execute_tool look" have not come/);
  });

  it("says where spans came that belong to no turn", async () => {
    const settled = settle();
    await send({ trace: traceId("99"), span: spanId("1") });
    await clock.advance(2000);
    await settled;
    expect(run.end().missing[0]).to.contain("1 span came that belongs to no turn under way. Let the agent go on with");
  });

  it("says where the spans of an earlier turn came late, and by how much", async () => {
    const { trace, parent } = idsOf(run);
    run.end();
    await clock.advance(3200);
    await send({ trace, parent, span: spanId("1") });
    run = startRun({ conversationId: "c", turnId: "4" });
    const settled = settle();
    await clock.advance(2000);
    await settled;
    expect(run.end().missing[0]).to.contain(
      "1 span came after its turn was over, that of turn 2 (conversation c) by 3.2 s: let the agent export sooner",
    );
    const warned = new Promise<Error>((resolve) => process.once("warning", resolve));
    await receiver.close();
    expect((await warned).message).to.match(
      /^createOtlpReceiver: 1 span came .*by 3\.2 s, so the traces of those turns were taken without/,
    );
  });

  it("is settled where the parent is a span of this process", async () => {
    await run.within(
      observe({ type: "agent", name: "shop" }, async () => {
        const { trace } = idsOf(run);
        const parent = run.trace().spans[0]?.spanId ?? "";
        await send({ ...tool(), trace, parent });
      }),
    );
    const settled = settle();
    await clock.advance(50);
    await settled;
    expect(run.end().spans.map(({ name }) => name)).to.have.members(["shop", "execute_tool look"]);
  });

  it("waits no longer when the run ends", async () => {
    const settled = settle();
    await spin();
    run.end();
    await settled;
    expect(clock.pending).to.deep.equal([]);
  });

  it("waits no longer when the receiver is closed", async () => {
    const settled = settle();
    await spin();
    await receiver.close();
    await settled;
    expect(clock.pending).to.deep.equal([]);
    expect(run.end().missing[0]).to.match(/^toolsCalled: nothing was recorded/);
  });

  it("does not wait where the agent is in this process and is traced there", async () => {
    run.within(() => observe({ type: "tool", name: "look" }, (_: object) => 1)({}));
    await settle();
    expect(run.end().missing).to.deep.equal(["output: no span recorded a final answer"]);
  });

  it("does not wait where no receiver is open", async () => {
    await receiver.close();
    expect(run.headers.baggage).to.contain("rehearsal.turn=2");
    await settle();
    expect(clock.now()).to.equal(0);
  });
});
