import { expect } from "chai";
import { knowsTools } from "../../src/tracing/index.js";
import type { Trace } from "../../src/test-case/trace.js";
import { child } from "./support/child.js";

interface Answer {
  readonly trace: Trace;
  readonly cases: unknown;
  readonly spans: readonly { readonly name: string }[];
  readonly notes: readonly string[];
  readonly faults: number;
}

/** Each in a process of its own, with everything as it is by default but the switch. */
describe("captureContent", function () {
  this.timeout(120_000);

  const off: readonly (readonly [string, string, NodeJS.ProcessEnv])[] = [
    ["REHEARSAL_CAPTURE_CONTENT=false", "env", { REHEARSAL_CAPTURE_CONTENT: "false" }],
    ["createTracing({ captureContent: false })", "false", {}],
  ];
  for (const [title, how, env] of off) {
    for (const whose of ["ours", "user"]) {
      const under = whose === "ours" ? "a provider of ours that exports" : "a user's provider with a TraceRecorder";
      it(`${title}, under ${under}: nothing of it is in spans, traces, test cases and exports`, async () => {
        const made = await child<Answer>("capture", [how, whose], env);
        expect(JSON.stringify(made)).to.not.include("secret");
        const { trace, spans, notes } = made;
        expect(trace.toolsCalled.map(({ name }) => name)).to.deep.equal(["fails", "look_up", "look_up"]);
        expect(spans.map(({ name }) => name)).to.include.members(["support", "look_up", "find", "streams", "chat m"]);
        expect(trace.spans.find(({ name }) => name === "fails")?.error).to.match(
          /^TypeError; its message was withheld \(captureContent is false/,
        );
        expect(trace.missing.join("\n")).to.include("output not recorded (captureContent is false");
        expect(knowsTools(trace)).to.equal(true);
        expect(notes.join("\n")).to.include("Content capture is off");
      });
    }
  }

  it("as a function is given each text, and decides what is recorded of it", async () => {
    for (const whose of ["ours", "user"]) {
      const { trace, faults, ...rest } = await child<Answer>("capture", ["redact", whose]);
      expect(JSON.stringify([trace, rest]))
        .to.include("… reply")
        .and.not.include("secret");
      expect(trace.output).to.equal("… output");
      expect(trace.spans.find(({ name }) => name === "look_up")?.output).to.deep.equal({ state: "… state" });
      expect(trace.spans.find(({ name }) => name === "fails")?.error).to.equal("… of an error");
      expect(faults).to.equal(0);
    }
  });

  it("is on by default", async () => {
    const { trace, spans, notes } = await child<Answer>("capture", ["on", "user"]);
    expect(trace.output).to.equal("secret output");
    expect(JSON.stringify(spans)).to.include("secret state").and.include("secret of an error");
    expect(notes.join()).to.not.include("Content capture");
  });
});
