import { expect } from "chai";
import { virtualClock } from "../../support/virtual-clock.js";
import { endRuns, intakeWith, openRun, spanId, take, traceId } from "./support.js";

const foreign = traceId("f0");

describe("spans that come in, for which there is not always room,", () => {
  const clock = virtualClock();
  afterEach(endRuns);

  it("whose run is not known make room for newer ones, the oldest trace first", () => {
    const intake = intakeWith({ maxSpans: 3 });
    for (const n of [1, 2, 3, 4]) take(intake, { trace: traceId(`f${String(n)}`), span: spanId(String(n)) });
    expect(intake.foreign).to.include({ unclaimed: 3, dropped: 1 });
    const run = openRun();
    take(intake, { trace: run.ids.traceId, span: spanId("5") }, { trace: run.ids.traceId, span: spanId("6") });
    expect(run.received.size).to.equal(2);
    expect(intake.foreign).to.include({ unclaimed: 1, dropped: 3 });
  });

  it("whose run is not known stay longer than those of a trace that was heard of less recently", () => {
    const intake = intakeWith({ maxSpans: 3 });
    for (const [trace, span] of [
      ["f1", "1"],
      ["f2", "2"],
      ["f1", "3"],
      ["f3", "4"],
    ] as const)
      take(intake, { trace: traceId(trace), span: spanId(span) });
    expect(intake.foreign).to.include({ unclaimed: 3, dropped: 1 });
  });

  it("whose run is not known are kept for a while only", async () => {
    const intake = intakeWith({ unclaimedMs: 500, clock });
    take(intake, { trace: foreign, span: spanId("1") });
    await clock.advance(400);
    take(intake, { trace: traceId("f1"), span: spanId("2") });
    await clock.advance(200);
    take(intake);
    expect(intake.foreign).to.include({ unclaimed: 1, dropped: 1 });
  });

  it("are refused where turns under way fill all the room, and room is made as those end", () => {
    const [intake, run, next] = [intakeWith({ maxSpans: 2 }), openRun(), openRun()];
    const spans = ["1", "2", "3"].map((n) => ({ trace: run.ids.traceId, span: spanId(n) }));
    const { rejected } = take(intake, ...spans);
    expect(rejected).to.deep.equal({ count: 1, reason: "there was no room for 1 of what was sent" });
    expect(run.received).to.include({ size: 2, refused: 1 });
    take(intake, { trace: foreign, span: spanId("4") });
    expect(intake.foreign.unclaimed).to.equal(0);
    intake.end(run, false);
    take(intake, { trace: next.ids.traceId, span: spanId("5") });
    expect(next.received.size).to.equal(1);
  });

  it("are bounded in bytes, too", () => {
    const intake = intakeWith({ maxHeldBytes: 4000 });
    const attributes = { text: "x".repeat(2000) };
    for (const n of [1, 2, 3]) take(intake, { trace: traceId(`f${String(n)}`), span: spanId(String(n)), attributes });
    expect(intake.foreign).to.include({ unclaimed: 1, dropped: 2 });
  });
});
