import { expect } from "chai";
import { tracingChecks } from "../../../src/cli/doctor/tracing-check.js";
import type { TracingStatus } from "../../../src/tracing/provider/status.js";

const status = (over: Partial<TracingStatus> = {}): TracingStatus => ({
  provider: "none",
  contextManager: "none",
  recorder: "none",
  apiVersion: null,
  secondApi: false,
  openRuns: 0,
  openSpans: 0,
  droppedAttributes: 0,
  faults: 0,
  notes: [],
  ...over,
});
const provided = { provider: "ours", contextManager: "ours", recorder: "recorder" } as const;
const judge = (before: Partial<TracingStatus>, after: Partial<TracingStatus>) =>
  tracingChecks({ before: status(before), after: status({ ...before, ...after }) });

describe("doctor: tracing", () => {
  it("says what Rehearsal would do where nothing is registered", () => {
    const [provider, context] = judge({}, provided);
    expect(provider).to.include({ status: "note" }).and.have.property("found").that.includes("sets its own");
    expect(context).to.include({ status: "ok" });
  });

  it("tells a recorder in the user's provider from a tee", () => {
    const yours = { provider: "user's", contextManager: "user's" } as const;
    expect(judge(yours, { recorder: "recorder" })[0]).to.include({ status: "ok" });
    const [teed] = judge(yours, { recorder: "tee", notes: ["add new TraceRecorder()"] });
    expect(teed).to.include({ status: "note", advice: "add new TraceRecorder()" });
  });

  it("takes it for problems where there is no provider or no context manager, and none could be set", () => {
    const [provider, context] = judge({}, {});
    expect(provider).to.include({ name: "tracer provider", status: "problem" });
    expect(provider?.found).to.include("could not set its own");
    expect(context).to.include({ name: "context manager", status: "problem" });
  });

  it("takes a second API copy and a broken context manager for problems", () => {
    const [provider, context] = judge(
      {},
      { ...provided, secondApi: true, contextManager: "private", notes: ["do this"] },
    );
    expect(provider).to.include({ status: "problem", advice: "do this" });
    expect(context).to.include({ status: "problem", advice: "do this" });
  });
});
