import { expect } from "chai";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { traceOfWork, wrappedLoop } from "./support/loop.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const heldMB = (): number => {
  for (let time = 0; time < 4; time += 1) collect();
  return process.memoryUsage().heapUsed / 1e6;
};

describe("a stream that the application keeps", () => {
  it("holds neither what was asked nor what was answered, once it was read", async () => {
    const said = "y".repeat(300_000);
    await using loop = await wrappedLoop(Array.from({ length: 12 }, () => said));
    const kept: unknown[] = [];
    const round = async (): Promise<void> => {
      const content = Buffer.alloc(1_000_000, 97).toString("latin1");
      const { trace } = await traceOfWork(async () => {
        const body = { model: "m", messages: [{ role: "user" as const, content }], stream: true as const };
        const stream = await loop.client.chat.completions.create(body);
        for await (const _ of stream);
        kept.push(stream);
      });
      // The server of the test keeps what it was asked.
      (loop.server.requests as unknown[]).length = 0;
      expect(trace.spans[0]?.output).to.not.equal(undefined);
    };
    await round();
    await round();
    const before = heldMB();
    for (let turn = 0; turn < 10; turn += 1) await round();
    await new Promise(setImmediate);
    // What is asked alone is 10 MB.
    expect(heldMB() - before).to.be.below(5);
    expect(kept).to.have.lengthOf(12);
  });
});
