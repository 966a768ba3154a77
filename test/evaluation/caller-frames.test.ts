import { expect } from "chai";
import { callerFrames, userLocations } from "../../src/evaluation/caller-frames.js";

function outer(): string {
  return inner();
}
const inner = (): string => callerFrames(outer);

describe("the frames of a caller", () => {
  it("begin at the call, also after an await", async () => {
    await Promise.resolve();
    const [location] = userLocations(outer(), process.cwd());
    expect(location?.file).to.equal("test/evaluation/caller-frames.test.ts");
    expect(location?.line).to.equal(12);
  });

  it("are deep enough where the user's limit is low, which stays as it was", () => {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    try {
      expect(outer()).to.include("caller-frames.test.ts");
      expect(Error.stackTraceLimit).to.equal(0);
    } finally {
      Error.stackTraceLimit = limit;
    }
  });

  it("are read in every form, without those of Node and of packages", () => {
    const frames = [
      "    at checkout (/app/app/test/helper.ts:3:7)",
      "    at node:internal/process/task_queues:95:5",
      "    at callFn (file:///app/app/node_modules/mocha/lib/runnable.js:1:2)",
      "    at async Context.<anonymous> (file:///app/app/test/my%20refunds.test.ts:12:13)",
      "    at async /app/other/far.ts:8:9",
      "    at new Promise (<anonymous>)",
    ].join("\n");
    expect(userLocations(frames, "/app/app")).to.deep.equal([
      { file: "test/helper.ts", line: 3, column: 7 },
      { file: "test/my refunds.test.ts", line: 12, column: 13 },
      { file: "/app/other/far.ts", line: 8, column: 9 },
    ]);
  });
});
