import { expect } from "chai";
import { createOtlpReceiver, startRun, type OtlpReceiver, type Run } from "../../../src/tracing/index.js";
import { receiverSettings } from "../../../src/tracing/receiver/receiver-options.js";
import { afterLastReply } from "../../../src/tracing/run/after-last-reply.js";
import { virtualClock, type VirtualClock } from "../../support/virtual-clock.js";
import { exportOf, post, spanId, toolSpan, type SpanSpec } from "./support.js";

describe("a call in another process whose span comes when its turn is taken", () => {
  let clock: VirtualClock;
  let receiver: OtlpReceiver;
  let run: Run;
  beforeEach(async () => {
    clock = virtualClock();
    receiver = await createOtlpReceiver({ clock, settleMs: 2000, quietMs: 100 });
    run = startRun({ conversationId: "c", turnId: "2" });
  });
  afterEach(async () => {
    run.end();
    await receiver.close();
  });
  const send = (...spans: SpanSpec[]) => post(receiver, exportOf(...spans));
  const ids = ({ traceparent }: Run) => {
    const [, trace = "", parent = ""] = traceparent.split("-");
    return { trace, parent };
  };
  const root = (of: Run): SpanSpec => ({ ...ids(of), span: spanId("1"), name: "POST /chat" });
  const tool = (of: Run, name: string, digit: string, parent = spanId("1")): SpanSpec => ({
    ...ids(of),
    parent,
    span: spanId(digit),
    name: `execute_tool ${name}`,
    attributes: toolSpan(name),
  });
  const names = ({ toolsCalled }: { readonly toolsCalled: readonly { readonly name: string }[] }) =>
    toolsCalled.map(({ name }) => name);
  /** How long the turn waits for nothing more to come, where all that comes is there. */
  const waited = async (of: Run): Promise<number> => {
    const begun = clock.now();
    const settled = of.settle();
    let isOver = false;
    void settled.then(() => (isOver = true));
    while (!isOver) {
      await clock.advance(10);
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    }
    return clock.now() - begun;
  };
  const take = async (of: Run, ...spans: SpanSpec[]) => {
    await send(root(of), ...spans);
    await waited(of);
    return of.end();
  };

  it("is in the trace of the next turn, which says what came and what to do", async () => {
    const first = run;
    expect(names(await take(first, tool(first, "lookup", "2")))).to.deep.equal(["lookup"]);
    await clock.advance(400);
    await send(tool(first, "refund", "3"));
    run = startRun({ conversationId: "c", turnId: "4" });
    const trace = await take(run, tool(run, "lookup", "2"));
    expect(names(trace)).to.have.members(["refund", "lookup"]);
    expect(trace.missing[0]).to.equal(
      'toolsCalled: 1 call (tool "refund") came after the trace of the turn before was taken, and is in this one',
    );
    expect(trace.missing[1]).to.match(
      /^1 span came after its turn was over, that of turn 2 .* by 0\.4 s: let the agent/,
    );
  });

  it("joins the turn that is under way by then", async () => {
    const first = run;
    await take(first);
    run = startRun({ conversationId: "c", turnId: "4" });
    await send(tool(first, "refund", "3"));
    expect(names(await take(run))).to.deep.equal(["refund"]);
  });

  it("is told by the finished conversation where no turn follows", async () => {
    const trace = await take(run, tool(run, "lookup", "2"));
    await send(tool(run, "refund", "3"));
    const turn = { role: "assistant", content: "ok", traceId: run.traceId, toolsCalled: trace.toolsCalled } as const;
    const changed = afterLastReply({ threadId: "c", turns: [turn], traces: [trace] });
    expect(changed?.traces?.map(names)).to.deep.equal([["lookup", "refund"]]);
    expect(changed?.traces?.[0]?.missing[0]).to.match(
      /^toolsCalled: tool "refund" came from another process when this trace had been taken; give createOtlpReceiver/,
    );
    expect(changed?.turns[0]?.toolsCalled).to.equal(undefined);
  });

  it("makes later turns wait for as long as it would have needed, within what they wait at most", async () => {
    const first = run;
    await take(first);
    await clock.advance(300);
    await send(tool(first, "refund", "3"));
    run = startRun({ conversationId: "d", turnId: "2" });
    await send(root(run));
    expect(await waited(run)).to.be.within(600, 620);
    const second = run;
    second.end();
    await clock.advance(1200);
    await send(tool(second, "refund", "3"));
    run = startRun({ conversationId: "d", turnId: "4" });
    await send(root(run));
    expect(await waited(run)).to.be.within(2000, 2020);
  });

  it("makes nothing wait for what came later than any turn may wait, or is no call", async () => {
    await take(run);
    await send({ ...ids(run), span: spanId("7"), parent: spanId("1"), name: "flush" });
    await clock.advance(5000);
    await send(tool(run, "refund", "3"));
    run = startRun({ conversationId: "d", turnId: "2" });
    await send(root(run));
    expect(await waited(run)).to.be.within(100, 110);
  });

  it("is there once, though its span is sent twice, or from the other end of the call as well", async () => {
    const first = run;
    await take(first, tool(first, "lookup", "2"));
    await send(tool(first, "lookup", "2"), tool(first, "lookup", "5", spanId("2")));
    await send(tool(first, "refund", "3"));
    await send(tool(first, "refund", "3"));
    run = startRun({ conversationId: "c", turnId: "4" });
    expect(names(await take(run))).to.deep.equal(["refund"]);
  });

  it("is not awaited by default for less than the delay that the receiver gives exporters", () => {
    const { quietMs } = receiverSettings({});
    expect(quietMs).to.be.at.least(2 * Number(receiver.env.OTEL_BSP_SCHEDULE_DELAY));
  });
});
