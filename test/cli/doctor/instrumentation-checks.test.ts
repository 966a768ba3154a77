import { expect } from "chai";
import { instrumentationChecks, ownInstrumentationChecks } from "../../../src/cli/doctor/instrumentation-checks.js";

const among = (packages: Readonly<Record<string, string>>) =>
  instrumentationChecks((name) => {
    const version = packages[name];
    return version === undefined ? null : { version, folder: name };
  });

describe("doctor: instrumentations of others", () => {
  it("finds those that silently record nothing of the version that is installed", () => {
    const traceloop = "@traceloop/instrumentation-openai";
    expect(among({ [traceloop]: "0.27.0", openai: "6.49.0" })).to.be.empty;
    const [check] = among({ [traceloop]: "0.27.0", openai: "7.59.0" });
    expect(check).to.include({ name: traceloop, status: "problem" });
    expect(check?.found).to.include("openai >=4 <7").and.include("7.59.0");
    expect(check?.advice).to.include("wrapOpenAI");
  });

  it("says nothing of those whose target is not there, or has a version that can't be compared", () => {
    expect(among({ "@opentelemetry/instrumentation-openai": "0.21.0" })).to.be.empty;
    expect(among({ "@opentelemetry/instrumentation-openai": "0.21.0", openai: "canary" })).to.be.empty;
    expect(among({})).to.be.empty;
  });

  it("knows that the AI SDK's telemetry moved out of it", () => {
    expect(among({ ai: "6.0.326" })).to.be.empty;
    expect(among({ ai: "7.0.173", "@ai-sdk/otel": "1.0.0" })).to.be.empty;
    expect(among({ ai: "7.0.173" })[0]?.advice).to.include("@ai-sdk/otel");
  });

  it("tells what our own met, and of a version that they were not made for", () => {
    const [fine, bad] = ownInstrumentationChecks([
      { name: "openai", version: "6.49.0", range: ">=4 <8" },
      { name: "openai", version: "9.0.0", range: ">=4 <8", note: "Install another." },
    ]);
    expect(fine).to.include({ status: "ok", found: "of 6.49.0 are recorded" });
    expect(bad).to.include({ status: "problem", found: "of 9.0.0 may not be recorded", advice: "Install another." });
  });
});
