import { expect } from "chai";
import fc from "fast-check";
import type { RunStore } from "../../../src/tracing/run/run-store.js";
import { decodeExport } from "../../../src/tracing/receiver/decode-export.js";
import {
  endRuns,
  exportOf,
  intakeWith,
  keyValues,
  namesIn,
  openRun,
  spanId,
  take,
  traceId,
  type SpanSpec,
} from "./support.js";

const foreign = traceId("f0");

describe("spans that come in", () => {
  afterEach(endRuns);

  it("join the run whose trace they go on with", () => {
    const [intake, one, two] = [intakeWith(), openRun(), openRun()];
    take(intake, { trace: one.ids.traceId, span: spanId("1"), parent: one.ids.spanId, name: "mine" });
    expect(namesIn(one)).to.deep.equal(["mine"]);
    expect(namesIn(two)).to.deep.equal([]);
  });

  it("join the run that baggage on them names, or its conversation and turn", () => {
    const intake = intakeWith();
    const [first, second] = ["1", "3"].map((turnId) => openRun({ conversationId: "c", turnId }));
    take(
      intake,
      { trace: foreign, span: spanId("1"), name: "run", attributes: { "rehearsal.run": first?.ids.runId ?? "" } },
      {
        trace: traceId("f1"),
        span: spanId("2"),
        name: "turn",
        attributes: { "rehearsal.conversation": "c", "rehearsal.turn": 3 },
      },
    );
    expect([first, second].map((run) => run && namesIn(run))).to.deep.equal([["run"], ["turn"]]);
  });

  for (const key of ["gen_ai.conversation.id", "session.id", "langwatch.thread.id", "rehearsal.conversation"]) {
    it(`join the run that ${key} names the conversation of`, () => {
      const [intake, run] = [intakeWith(), openRun({ conversationId: "c" })];
      openRun({ conversationId: "other" });
      take(intake, { trace: foreign, span: spanId("1"), name: "mine", attributes: { [key]: "c" } });
      expect(namesIn(run)).to.deep.equal(["mine"]);
    });
  }

  it("join by the thread id also where their process has a session of its own", () => {
    const [intake, run] = [intakeWith(), openRun({ conversationId: "c" })];
    const attributes = { "gen_ai.conversation.id": "internal", "session.id": "c" };
    take(intake, { trace: foreign, span: spanId("1"), name: "mine", attributes });
    expect(namesIn(run)).to.deep.equal(["mine"]);
  });

  it("join by what they say themselves, whatever their process says of all of its spans", () => {
    const [intake, run, other] = [intakeWith(), openRun({ conversationId: "c" }), openRun({ conversationId: "other" })];
    const spec = { trace: foreign, span: spanId("1"), name: "mine", attributes: { "session.id": "c" } };
    const [spans] = exportOf(spec).resourceSpans;
    const request = { resourceSpans: [{ ...spans, resource: { attributes: keyValues({ "session.id": "other" }) } }] };
    intake.take(decodeExport("traces", "json", Buffer.from(JSON.stringify(request))));
    expect([run, other].map(namesIn)).to.deep.equal([["mine"], []]);
  });

  it("join with the span around or beside them that says where they belong, though it comes later", () => {
    const [intake, run] = [intakeWith(), openRun({ conversationId: "c" })];
    take(intake, { trace: foreign, span: spanId("3"), parent: spanId("2"), name: "below" });
    take(intake, { trace: foreign, span: spanId("4"), parent: spanId("1"), name: "beside" });
    expect(intake.foreign.unclaimed).to.equal(2);
    take(intake, {
      trace: foreign,
      span: spanId("2"),
      parent: spanId("1"),
      name: "named",
      attributes: { "session.id": "c" },
    });
    take(intake, { trace: foreign, span: spanId("1"), name: "root" });
    expect(namesIn(run)).to.have.members(["named", "below", "beside", "root"]);
    expect(intake.foreign.unclaimed).to.equal(0);
  });

  it("are told apart where one trace holds a whole conversation", () => {
    const [intake, first] = [intakeWith(), openRun({ conversationId: "c" })];
    const turn = (n: number): SpanSpec[] => [
      { trace: foreign, span: spanId(`${String(n)}2`), parent: spanId(`${String(n)}1`), name: `tool ${String(n)}` },
      {
        trace: foreign,
        span: spanId(`${String(n)}1`),
        parent: spanId("99"),
        name: `turn ${String(n)}`,
        attributes: { "gen_ai.conversation.id": "c" },
      },
    ];
    take(intake, ...turn(1));
    intake.end(first, false);
    first.close();
    const second = openRun({ conversationId: "c" });
    take(intake, ...turn(2));
    expect(namesIn(second)).to.have.members(["tool 2", "turn 2"]);
    // What is below a span of the first turn is of the first turn, and comes too late.
    take(intake, { trace: foreign, span: spanId("13"), parent: spanId("11"), name: "late tool 1" });
    expect(namesIn(second)).to.have.members(["tool 2", "turn 2"]);
    expect(intake.counts.late).to.equal(1);
    // What is below the session itself may be of either.
    take(intake, { trace: foreign, span: spanId("99"), name: "session" });
    expect(intake.foreign.unclaimed).to.equal(1);
  });

  it("are told apart where one trace holds two conversations at once", () => {
    const [intake, one, two] = [intakeWith(), openRun({ conversationId: "c" }), openRun({ conversationId: "d" })];
    for (const [digit, id] of [
      ["1", "c"],
      ["2", "d"],
    ] as const) {
      const attributes = { "session.id": id };
      take(intake, { trace: foreign, span: spanId(digit), parent: spanId("9"), name: id, attributes });
    }
    take(intake, { trace: foreign, span: spanId("9"), name: "of both" });
    expect([namesIn(one), namesIn(two), intake.foreign.unclaimed]).to.deep.equal([["c"], ["d"], 1]);
  });

  it("join nothing where two conversations under way have the same id", () => {
    const [intake, one, two] = [intakeWith(), openRun({ conversationId: "c" }), openRun({ conversationId: "c" })];
    take(intake, { trace: foreign, span: spanId("1"), attributes: { "session.id": "c" } });
    expect([...namesIn(one), ...namesIn(two)]).to.deep.equal([]);
    expect(intake.foreign.unclaimed).to.equal(1);
  });

  it("do not join the next turn when they come too late for their own", () => {
    const [intake, first] = [intakeWith(), openRun({ conversationId: "c" })];
    intake.end(first, false);
    first.close();
    const second = openRun({ conversationId: "c" });
    const attributes = { "session.id": "c" };
    take(
      intake,
      { trace: first.ids.traceId, span: spanId("1"), attributes },
      { trace: foreign, span: spanId("2"), attributes: { ...attributes, "rehearsal.run": first.ids.runId } },
    );
    expect(namesIn(second)).to.deep.equal([]);
    expect(intake.counts).to.include({ late: 2, joined: 0 });
  });

  it("do not join by the conversation's id alone once those of an earlier turn may still come", () => {
    const [intake, first] = [intakeWith(), openRun({ conversationId: "c" })];
    intake.end(first, true);
    first.close();
    const second = openRun({ conversationId: "c" });
    take(intake, { trace: foreign, span: spanId("1"), attributes: { "session.id": "c" } });
    take(intake, { trace: second.ids.traceId, span: spanId("2"), name: "sure" });
    expect(namesIn(second)).to.deep.equal(["sure"]);
    expect(intake.counts.elsewhere).to.equal(1);
  });

  it("of a run in another process join nothing here, whatever else they say", () => {
    const [intake, run] = [intakeWith(), openRun({ conversationId: "c" })];
    const attributes = { "rehearsal.run": "somebody else's", "session.id": "c" };
    take(intake, { trace: foreign, span: spanId("1"), attributes });
    expect(namesIn(run)).to.deep.equal([]);
    expect(intake.counts.elsewhere).to.equal(1);
  });

  it("that are sent again are there once", () => {
    const [intake, run] = [intakeWith({ maxSpans: 2 }), openRun()];
    const span = { trace: run.ids.traceId, span: spanId("1"), parent: run.ids.spanId };
    for (let times = 0; times < 3; times++) expect(take(intake, span).rejected.count).to.equal(0);
    expect(run.received.size).to.equal(1);
  });

  it("that are damaged are rejected, and the others taken", () => {
    const [intake, run] = [intakeWith(), openRun()];
    const good = { trace: run.ids.traceId, span: spanId("1") };
    const { rejected } = take(intake, { trace: "short", span: spanId("2") }, good, { ...good, span: "0".repeat(16) });
    expect(rejected).to.deep.equal({ count: 2, reason: "2 spans have no valid trace id and span id" });
    expect(run.received.size).to.equal(1);
  });

  it("never mix, in whatever order the spans of however many turns come", () => {
    const ways = fc.constantFrom("trace", "run", "conversation");
    fc.assert(
      fc.property(
        fc.array(ways, { minLength: 2, maxLength: 8 }),
        fc.array(fc.nat(), { minLength: 24, maxLength: 24 }),
        (how, order) => {
          const intake = intakeWith();
          const runs = how.map((_, n) => openRun({ conversationId: `c${String(n)}` }));
          const spans = runs.flatMap((run, n) => spansOf(run, how[n] ?? "trace", n));
          const shuffled = spans
            .map((span, at) => ({ span, at: order[at] ?? 0 }))
            .sort((a, b) => a.at - b.at)
            .map(({ span }) => span);
          for (const span of shuffled) take(intake, span);
          runs.forEach((run, n) => {
            expect(namesIn(run)).to.have.members(["root", "agent", "tool"].map((name) => `${name} ${String(n)}`));
          });
          endRuns();
        },
      ),
      { numRuns: 50 },
    );
  });
});

/** Root, agent and tool of a turn, each below the one before; only the agent says where they belong, if not the trace. */
function spansOf({ ids }: RunStore, how: "trace" | "run" | "conversation", n: number): SpanSpec[] {
  const trace = how === "trace" ? ids.traceId : traceId(`f${String(n)}`);
  const attributes: Record<string, Readonly<Record<string, string>>> = {
    trace: {},
    run: { "rehearsal.run": ids.runId },
    conversation: { "session.id": ids.conversationId ?? "" },
  };
  const [root, agent, tool] = ["1", "2", "3"].map((digit) => spanId(`${String(n)}${digit}`));
  return [
    { trace, span: root ?? "", parent: how === "trace" ? ids.spanId : null, name: `root ${String(n)}` },
    { trace, span: agent ?? "", parent: root ?? "", name: `agent ${String(n)}`, attributes: attributes[how] ?? {} },
    { trace, span: tool ?? "", parent: agent ?? "", name: `tool ${String(n)}` },
  ];
}
