import { EventEmitter, once } from "node:events";
import { expect } from "chai";
import {
  createEnvironment,
  Interception,
  interceptTools,
  mock,
  pass,
  runIntercepted,
  type Environment,
  type InterceptPlan,
} from "../../src/environment/index.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import { observe } from "../../src/tracing/index.js";
import { messageOf } from "./support/shop.js";

const refusing = interceptTools({}, { writes: "refuse" });

/** A worker that is started by its first job, and keeps the context of that job for ever. */
function lazyWorker() {
  const jobs: (() => Promise<void>)[] = [];
  const bell = new EventEmitter();
  let isStarted = false;
  const work = async (): Promise<void> => {
    for (;;) {
      for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await job();
      await once(bell, "job");
    }
  };
  return <T>(call: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      jobs.push(() => call().then(resolve, reject));
      if (!isStarted) void work();
      isStarted = true;
      bell.emit("job");
    });
}

function desk() {
  const real: string[] = [];
  const owner = observe({ type: "tool", name: "set_owner" }, async ({ who }: { who: string }) => {
    real.push(who);
    return "real";
  });
  const enqueue = lazyWorker();
  const agent = async ({ golden }: { golden: { id: string } }) =>
    enqueue(() => owner({ who: golden.id })).catch((error: Error) => error.message);
  const held = async (
    ids: readonly string[],
    options: { readonly intercept?: InterceptPlan; readonly environment?: Environment } = {},
  ) =>
    new ConversationSimulator(
      { agent, user: new ScriptedUser(["Hi."]), maxConcurrent: 1, ...options },
      { env: {}, warn: () => undefined },
    ).simulate({ conversationalGoldens: ids.map((id) => ({ id, scenario: "x" })) });
  return { real, held, call: (who: string) => enqueue(() => owner({ who })) };
}

describe("a worker that a conversation started, when that is over", () => {
  for (const [first, before] of [
    ["lets the tool pass", { intercept: interceptTools({ set_owner: pass }) }],
    ["has no interception", {}],
    ["has it mocked", { intercept: interceptTools({ set_owner: mock("mocked") }) }],
  ] as const)
    it(`does nothing real for one with interception, which is told (the first ${first})`, async () => {
      for (const intercept of [refusing, interceptTools({ set_owner: mock("second") })]) {
        const { real, held } = desk();
        await held(["one"], before);
        real.length = 0;
        const [second] = await held(["two"], { intercept });
        expect(second?.turns.at(-1)?.content ?? "").to.include("switched off");
        expect(second?.error).to.include("set_owner was called outside of every conversation, or in one that is over");
        expect(real).to.deep.equal([]);
      }
    });

  it("does nothing real for one with interception either where a conversation without it began beside another with it", async () => {
    const { real, held } = desk();
    let end = (): void => undefined;
    const guarded = runIntercepted(refusing, () => new Promise<void>((resolve) => (end = resolve)));
    await held(["open"]);
    end();
    await guarded;
    expect(real).to.deep.equal(["open"]);
    const { result } = await runIntercepted(refusing, () => held(["two"]));
    expect(result[0]?.turns.at(-1)?.content ?? "").to.include("switched off");
    expect(real).to.deep.equal(["open"]);
  });

  it("never works in the world of another conversation", async () => {
    const environment = createEnvironment({
      state: { owner: "nobody" },
      tools: {
        set_owner: { write: true, run: (state, { who }: { who: string }) => (state.owner = who) },
      },
    }) as Environment;
    const { real, held } = desk();
    const [one, two] = await held(["one", "two"], { environment });
    expect(one?.finalState).to.deep.equal({ owner: "one" });
    expect(two?.finalState).to.deep.equal({ owner: "nobody" });
    expect(two?.error).to.include("set_owner was called outside of every conversation, or in one that is over");
    expect(real).to.deep.equal([]);
  });

  it("gives nobody the mock of what is over, and nothing real that was kept away", async () => {
    const { real, held, call } = desk();
    await held(["one"], { intercept: interceptTools({ set_owner: mock("mocked") }) });
    expect(await messageOf(() => call("customer"))).to.match(
      /^set_owner is switched off and did nothing: it was called in a conversation that is over\. .*AsyncResource\.bind/,
    );
    expect(real).to.deep.equal([]);
  });

  it("calls what was let pass", async () => {
    const { real, held, call } = desk();
    await held(["one"], { intercept: interceptTools({ set_owner: pass }) });
    await call("customer");
    expect(real).to.deep.equal(["one", "customer"]);
  });
});

describe("an agent that was given up and goes on", () => {
  it("is answered as before, noted, and disturbs no other conversation", async () => {
    const pay = observe({ type: "tool", name: "pay" }, async () => "real");
    const plan = interceptTools({ pay: mock("mocked") });
    const interception = new Interception(plan);
    let goOn = (): void => undefined;
    const late = interception.within(() => new Promise<void>((resolve) => (goOn = resolve)).then(() => pay()));
    interception.abandon();
    interception.close();
    const { calls } = await runIntercepted(plan, async () => {
      goOn();
      expect(await late).to.equal("mocked");
    });
    expect(calls).to.deep.equal([]);
    expect(interception.calls.map(({ did }) => did)).to.deep.equal(["mocked"]);
  });

  it("calls nothing that another conversation keeps away", async () => {
    const pay = observe({ type: "tool", name: "pay" }, async () => "real");
    const interception = new Interception(interceptTools({ pay: pass }));
    let goOn = (): void => undefined;
    const late = interception.within(() => new Promise<void>((resolve) => (goOn = resolve)).then(() => pay()));
    interception.abandon();
    interception.close();
    await runIntercepted(refusing, async () => {
      goOn();
      expect(await messageOf(() => late)).to.include("switched off");
    });
  });
});
