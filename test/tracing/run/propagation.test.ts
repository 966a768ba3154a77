import { expect } from "chai";
import { context, propagation, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import fc from "fast-check";
import { within } from "../../../src/tracing/context.js";
import { captureTrace, observe, prepareTracing } from "../../../src/tracing/index.js";
import { comesFromElsewhere, incoming, outgoing } from "../../../src/tracing/run/propagation.js";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const sender = `00-${traceId}-00f067aa0ba902b7-01`;
const tool = observe({ type: "tool", name: "far" }, async (_args: object) => "done");
/** Work that somebody does who was outside of every run when the request came. */
const elsewhere = <T>(headers: unknown, work: () => T): T =>
  context.with(ROOT_CONTEXT, () => within(incoming(headers), work));

describe("headers of a request that leaves", () => {
  before(prepareTracing);

  it("join what is done with them to the run, under the call that sent them", async () => {
    const send = observe({ type: "agent", name: "near" }, async () => elsewhere(outgoing(), () => tool({})));
    const { trace: got } = await captureTrace(send);
    expect(got.toolsCalled.map(({ name }) => name)).to.deep.equal(["far"]);
    expect(got.spans[1]?.parentSpanId).to.equal(got.spans[0]?.spanId);
  });

  it("leave the runs of others alone", async () => {
    const [first, second] = await Promise.all(
      ["a", "b"].map((id) =>
        captureTrace(async () => {
          const headers = outgoing();
          await new Promise(setImmediate);
          return elsewhere(headers, () => tool({ id }));
        }),
      ),
    );
    expect([first, second].map((each) => each?.trace.toolsCalled.map((call) => call.inputParameters))).to.deep.equal([
      [{ id: "a" }],
      [{ id: "b" }],
    ]);
  });

  it("name the run, so that a process knows whether it is one of its own", async () => {
    const { result } = await captureTrace(() => outgoing());
    expect(result["baggage"]).to.match(/^rehearsal\.run=[^,]+$/);
    expect(comesFromElsewhere(result)).to.equal(true);
    await captureTrace(() => expect(comesFromElsewhere(outgoing())).to.equal(false));
  });

  it("from an unknown place are the parent of what is done with them, baggage included", () => {
    const found = elsewhere({ traceparent: sender, baggage: "tenant=t%201;ttl=3, broken=%E0%A4" }, () =>
      context.active(),
    );
    expect(trace.getSpanContext(found)).to.include({ traceId, isRemote: true });
    expect(propagation.getBaggage(found)?.getAllEntries()).to.deep.equal([["tenant", { value: "t 1" }]]);
  });

  it("are nothing where they are no headers, whatever else they are", () => {
    const odd = fc.oneof(fc.anything(), fc.record({ traceparent: fc.anything(), baggage: fc.string() }));
    fc.assert(
      fc.property(odd, (headers) => {
        const found = elsewhere(headers, () => context.active());
        expect(trace.getSpanContext(found)).to.equal(undefined);
        expect(comesFromElsewhere(headers)).to.equal(false);
      }),
    );
    for (const wrong of [
      `ff${sender.slice(2)}`,
      sender.toUpperCase(),
      sender.replace("4bf9", "zzzz"),
      sender.slice(0, 50),
    ])
      expect(trace.getSpanContext(elsewhere({ traceparent: wrong }, () => context.active())), wrong).to.equal(
        undefined,
      );
  });
});
