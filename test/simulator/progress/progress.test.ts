import { expect } from "chai";
import fc from "fast-check";
import { progressAt } from "../../../src/simulator/progress/progress.js";
import { money, progressLine } from "../../../src/simulator/progress/progress-line.js";
import { progressed, progressOf, type ProgressEvent } from "../../../src/simulator/progress/progress-state.js";
import type { Known } from "../../../src/simulator/ceiling/spending.js";

const known = (amount: number): Known => ({ amount, whole: true });
const unknown: Known = { amount: null, whole: false };
const begun = (threadId: string, restored = false): ProgressEvent => ({ type: "begun", threadId, restored });
const turn = (threadId: string): ProgressEvent => ({ type: "turn", threadId });
const finished = (threadId: string, outcome: "ended" | "failed" | "unfinished" = "ended"): ProgressEvent => ({
  type: "finished",
  threadId,
  outcome,
});
const spent = (threadId: string, tokens: Known, cost: Known = unknown, past = false): ProgressEvent => ({
  type: "spent",
  threadId,
  spent: { tokens, cost },
  past,
});

/** An event every second. */
const after = (total: number, ...events: readonly ProgressEvent[]) => {
  const state = events.reduce((so, event, at) => progressed(so, event, (at + 1) * 1000), progressOf(total, 0));
  return progressAt(state, events.length * 1000);
};
const line = (total: number, ...events: readonly ProgressEvent[]) => progressLine(after(total, ...events));

describe("progress", () => {
  it("counts who ended, broke off, was given up and is under way", () => {
    const progress = after(
      5,
      begun("a"),
      begun("b"),
      begun("c"),
      finished("a"),
      finished("b", "failed"),
      finished("d", "unfinished"),
    );
    expect(progress).to.include({ total: 5, running: 1, ended: 1, failed: 1, unfinished: 1, restored: 0 });
    expect(progressLine(progress)).to.match(/^2\/5 conversations · 1 running · 1 failed · 1 unfinished/);
  });

  it("tells what is not known as not known, and never as 0", () => {
    expect(after(1, begun("a")).tokens).to.deep.equal({ known: null, unknownIn: 0 });
    expect(line(1, begun("a"))).to.not.match(/token|cost/);
    expect(line(1, begun("a"), spent("a", unknown)))
      .to.include("tokens unknown")
      .and.not.include("cost");
    expect(line(2, begun("a"), spent("a", known(1200), known(0.5)), spent("a", unknown))).to.match(
      /at least 1,200 tokens \(400\/s\) · cost at least 0\.50/,
    );
    expect(line(1, begun("a"), spent("a", known(0), known(0))))
      .to.include("0 tokens")
      .and.include("cost 0.00");
  });

  it("counts a conversation of which something is unknown once", () => {
    const progress = after(2, begun("a"), begun("b"), spent("a", unknown), spent("a", unknown), spent("b", known(5)));
    expect(progress.tokens).to.deep.equal({ known: 5, unknownIn: 1 });
  });

  it("reckons the time that is left by those that were really held", () => {
    expect(after(4, begun("a", true), finished("a"), begun("b")).remainingMs).to.equal(null);
    // 4 s for one, and two are left.
    expect(after(4, begun("a", true), finished("a"), begun("b"), finished("b")).remainingMs).to.equal(8000);
    expect(line(4, begun("a", true), finished("a"), begun("b"), finished("b"))).to.match(
      /2\/4 conversations · 1 from the journal .* 8 s left$/,
    );
  });

  it("does not count what an earlier process spent in the rate", () => {
    const progress = after(2, begun("a"), spent("a", known(9000), unknown, true), spent("a", known(300)), turn("a"));
    expect(progress).to.deep.include({ tokens: { known: 9300, unknownIn: 0 }, tokensPerSecond: 75 });
    expect(progress.turnsPerSecond).to.equal(0.25);
  });

  it("fits into the columns there are, the counts last to go", () => {
    const progress = after(
      12,
      begun("a"),
      begun("b"),
      spent("a", known(12_345), known(1)),
      turn("a"),
      finished("a", "failed"),
    );
    for (let width = 0; width < 120; width++) expect(progressLine(progress, width).length).to.be.at.most(width);
    expect(progressLine(progress, 41)).to.equal("1/12 conversations · 1 running · 1 failed");
    expect(progressLine(progress, 30)).to.equal("1/12 conversations · 1 failed");
    expect(progressLine(progress, 20)).to.equal("1/12 conversations");
  });

  it("says small amounts of money with two digits", () => {
    expect([0, 0.00123456, 0.05, 0.129, 12.3456].map(money)).to.deep.equal(["0.00", "0.0012", "0.05", "0.13", "12.35"]);
  });

  it("never holds a NaN and never loses a conversation", () => {
    const ids = fc.constantFrom("a", "b", "c");
    const amount = fc.option(fc.nat(), { nil: null }).map((each) => ({ amount: each, whole: each !== null }));
    const event = fc.oneof(
      fc.record({ type: fc.constant("begun" as const), threadId: ids, restored: fc.boolean() }),
      fc.record({ type: fc.constant("turn" as const), threadId: ids }),
      fc.tuple(ids, amount, amount, fc.boolean()).map(([id, a, b, past]) => spent(id, a, b, past)),
      fc
        .tuple(ids, fc.constantFrom("ended" as const, "failed" as const, "unfinished" as const))
        .map((it) => finished(...it)),
    );
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const progress = after(events.length, ...events);
        expect(JSON.stringify(progress)).to.not.match(/NaN|Infinity/);
        const { ended, failed, unfinished } = progress;
        expect(ended + failed + unfinished).to.equal(events.filter(({ type }) => type === "finished").length);
        expect(progressLine(progress)).to.not.match(/NaN|Infinity|undefined|null/);
      }),
    );
  });
});
