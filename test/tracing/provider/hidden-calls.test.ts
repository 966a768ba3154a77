import { expect } from "chai";
import { child } from "../support/child.js";

interface Answer {
  readonly forbidden: string;
  readonly called: string;
  readonly told: readonly string[];
}

describe("calls that go past a run", function () {
  this.timeout(120_000);

  const settings: Readonly<Record<string, readonly [setting: string[], told: RegExp]>> = {
    "a tracer that was taken before the first run": [
      ["tee"],
      /took their tracer before the first one: instrumentation; add new TraceRecorder\(\)/,
    ],
    "a context manager that loses context": [["manager"], /context manager does not work; register one that works/],
  };
  for (const [what, [setting, told]] of Object.entries(settings))
    it(`are possible with ${what}, so that no verdict says that there were none`, async () => {
      const answer = await child<Answer>("hidden-calls", setting);
      expect(answer).to.deep.include({ forbidden: "errored", called: "passed" });
      expect(answer.told).to.have.lengthOf(1);
      expect(answer.told[0]).to.match(told);
    });

  it("are none with a recorder, nor of a tracer that records no agents", async () => {
    expect(await child<Answer>("hidden-calls", ["recorder"])).to.deep.equal({
      forbidden: "failed",
      called: "passed",
      told: [],
    });
    const below = await child<Answer>("hidden-calls", ["tee", "@opentelemetry/instrumentation-http"]);
    expect(below.told).to.deep.equal([]);
  });
});
