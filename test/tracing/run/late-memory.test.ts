import { expect } from "chai";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ConversationSimulator, observe, ScriptedUser } from "../../../src/index.js";
import { prepareTracing, startRun } from "../../../src/tracing/index.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const heldMB = (): number => {
  for (let time = 0; time < 4; time += 1) collect();
  return process.memoryUsage().heapUsed / 1e6;
};
const page = (): string => Buffer.alloc(50_000, 97).toString("latin1");
const getPage = observe({ type: "tool", name: "get_page" }, (_: { readonly page: string }) => 1);

describe("calls that come late", () => {
  before(prepareTracing);

  it("are not held once the test cases are handed out", async () => {
    const { promise: gate, resolve: release } = deferred();
    const simulator = new ConversationSimulator({
      agent: () => {
        void gate.then(() => {
          for (let call = 0; call < 20; call += 1) getPage({ page: page() });
        });
        return "hi";
      },
      user: new ScriptedUser(["a"]),
    });
    const conversationalGoldens = Array.from({ length: 50 }, (_, n) => ({ id: `late-${String(n)}`, scenario: "x" }));
    await simulator.simulate({ conversationalGoldens, showIndicator: false });
    const before = heldMB();
    release();
    await new Promise(setImmediate);
    // 50 MB were made.
    expect(heldMB() - before).to.be.below(10);
  });

  it("are held for a turn that may follow, but no more than some megabytes of them", async () => {
    const before = heldMB();
    for (let conversation = 0; conversation < 50; conversation += 1) {
      const run = startRun({ conversationId: `endless-${String(conversation)}`, turnId: "1" });
      const later = run.within(() => () => getPage({ page: page() }));
      const { promise: gate, resolve: release } = deferred();
      const done = run.within(async () => {
        await gate;
        for (let call = 0; call < 20; call += 1) later();
      });
      run.end();
      release();
      await done;
    }
    expect(heldMB() - before).to.be.below(30);
    const next = startRun({ conversationId: "endless-49", turnId: "2" });
    expect(next.end().toolsCalled).to.have.lengthOf(20);
  });
});

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}
