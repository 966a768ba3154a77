import { expect } from "chai";
import {
  captureTrace,
  knowsTools,
  observe,
  prepareTracing,
  startRun,
  tracingStatus,
} from "../../../src/tracing/index.js";

const tool = (name: string) => observe({ type: "tool", name }, async (_arg: object) => name);
const agent = <T>(work: () => T) => observe({ type: "agent", name: "a" }, work);
const names = (run: { readonly toolsCalled: readonly { readonly name: string }[] }) =>
  run.toolsCalled.map(({ name }) => name);

/** What an agent does later, in its own context, when the test says so. */
function later(work: () => unknown): { readonly start: () => void; readonly go: () => Promise<void> } {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  let done: Promise<unknown> = Promise.resolve();
  return {
    start: () => void (done = gate.then(work)),
    go: async () => {
      release();
      await done;
    },
  };
}

async function warningsIn(work: () => Promise<unknown>): Promise<readonly string[]> {
  const seen: string[] = [];
  const listen = (warning: Error & { code?: string }) =>
    void (warning.code === "REHEARSAL_LATE_CALL" && seen.push(warning.message));
  process.on("warning", listen);
  await work();
  await new Promise(setImmediate);
  process.off("warning", listen);
  return seen;
}

describe("a tool that is called after the reply", () => {
  before(prepareTracing);
  const turn = (conversationId: string, turnId: number) => startRun({ conversationId, turnId: String(turnId) });

  it("is in the trace while that is not taken, though the root has ended", async () => {
    const { trace } = await captureTrace(agent(() => void tool("detached")({})));
    expect(names(trace)).to.deep.equal(["detached"]);
    expect(trace.toolsCalled[0]?.output).to.equal("detached");
    expect(trace.missing.join()).to.not.include("detached");
  });

  it("between two turns is in the trace of the next, which says so", async () => {
    const first = turn("late-1", 2);
    const rest = later(() => tool("delete_account")({ id: 1 }));
    first.within(agent(rest.start));
    expect(names(first.end())).to.deep.equal([]);
    const warnings = await warningsIn(rest.go);
    expect(warnings[0]).to.match(/tool "delete_account" was called after the agent's reply.*turn 2.*Await it/);
    const other = turn("another", 4);
    const second = turn("late-1", 4);
    await second.within(() => tool("look")({}));
    const trace = second.end();
    expect(names(trace)).to.deep.equal(["delete_account", "look"]);
    expect(trace.toolsCalled[0]).to.deep.include({ inputParameters: { id: 1 }, output: "delete_account" });
    expect(trace.missing[0]).to.equal(
      'toolsCalled: 1 call (tool "delete_account") came after the trace of the turn before was taken, and is in this one',
    );
    expect(knowsTools(trace)).to.equal(false);
    expect(trace.traceId).to.equal(second.traceId);
    expect(names(other.end())).to.deep.equal([]);
  });

  it("during the next turn is in the trace of that one", async () => {
    const first = turn("late-2", 2);
    const rest = later(() => tool("delete_account")({}));
    first.within(agent(rest.start));
    first.end();
    const second = turn("late-2", 4);
    expect(await warningsIn(rest.go)).to.deep.equal([]);
    expect(names(second.end())).to.deep.equal(["delete_account"]);
  });

  it("is not in a conversation that is held again", async () => {
    const first = turn("late-3", 4);
    const rest = later(() => tool("delete_account")({}));
    first.within(agent(rest.start));
    first.end();
    await rest.go();
    const again = turn("late-3", 2);
    expect(names(again.end())).to.deep.equal([]);
    expect(names(turn("late-3", 4).end())).to.deep.equal([]);
  });

  it("is not in a turn of the same number that is held anew, also where it comes while that is under way", async () => {
    const held = () => {
      const first = turn("late-4", 2);
      const rest = later(() => tool("delete_account")({}));
      first.within(agent(rest.start));
      first.end();
      return rest;
    };
    const before = held();
    await before.go();
    expect(names(turn("late-4", 2).end())).to.deep.equal([]);
    const during = held();
    const again = turn("late-4", 2);
    await during.go();
    expect(names(again.end())).to.deep.equal([]);
  });

  it("of no conversation is told by a warning, once, and by the status", async () => {
    const rest = later(async () => {
      for (let call = 0; call < 300; call++) await tool("background")({});
    });
    await captureTrace(agent(rest.start));
    const warnings = await warningsIn(rest.go);
    expect(warnings).to.have.lengthOf(1);
    expect(warnings[0]).to.include('tool "background" was called after the agent\'s reply');
    expect(tracingStatus().notes.join()).to.match(/\d+ calls of tools came after .*tool "background"/);
  });
});

describe("a tool that is called where context is lost", () => {
  before(prepareTracing);

  it("makes it unknown whether tools were called, of the runs under way, and says which", async () => {
    const queue: (() => void)[] = [];
    const run = startRun();
    run.within(agent(() => void queue.push(() => void tool("delete_account")({}))));
    for (const job of queue) job();
    const trace = run.end();
    expect(trace.toolsCalled).to.deep.equal([]);
    expect(trace.missing.filter((each) => each.startsWith("toolsCalled: "))).to.have.lengthOf(1);
    expect(trace.missing[0]).to.match(/^toolsCalled: tool "delete_account" was called outside of every run/);
  });

  it("makes it unknown beside what is known to have been called", async () => {
    const run = startRun();
    await run.within(() => tool("look")({}));
    await tool("delete_account")({});
    const trace = run.end();
    expect(names(trace)).to.deep.equal(["look"]);
    expect(trace.missing[0]).to.match(/^toolsCalled: tool "delete_account" was called outside/);
  });

  it("by a run within, makes it unknown to the run around, which says so", async () => {
    const { result, trace } = await captureTrace(agent(() => captureTrace(() => tool("delete_account")({}))));
    expect(names(result.trace)).to.deep.equal(["delete_account"]);
    expect(names(trace)).to.deep.equal([]);
    expect(trace.missing[0]).to.match(/^toolsCalled: tool "delete_account" was called in a run within this one/);
  });

  it("is no matter where no run is under way", async () => {
    await tool("look")({});
    const run = startRun();
    expect(run.end().missing.join()).to.not.include("outside of every run");
  });
});
