import { expect } from "chai";
import { captureCheck, limitsCheck } from "../../../src/cli/doctor/capture-check.js";

describe("doctor: content capture", () => {
  it("is fine where nothing switches it off", () => {
    for (const env of [{}, { TRACELOOP_TRACE_CONTENT: "true", OPENINFERENCE_HIDE_INPUTS: "false" }])
      expect(captureCheck(env)).to.include({ status: "ok" });
  });

  for (const [variable, value, whose] of [
    ["REHEARSAL_CAPTURE_CONTENT", "false", "rehearsal/instrumentation"],
    ["TRACELOOP_TRACE_CONTENT", "FALSE", "OpenLLMetry"],
    ["OPENINFERENCE_HIDE_OUTPUT_MESSAGES", "true", "OpenInference"],
    ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "no_content", "GenAI"],
    ["OPENAI_AGENTS_DISABLE_TRACING", "1", "OpenAI Agents"],
    ["OTEL_SDK_DISABLED", "true", "OpenTelemetry"],
  ] as const) {
    it(`names ${variable} where it switches it off`, () => {
      const check = captureCheck({ [variable]: value });
      expect(check.status).to.equal("problem");
      expect(check.found).to.include(`${variable}=${value}`).and.include(whose);
      expect(check.advice).to.include("Unset it");
    });
  }

  it("tells of limits that cut contents short, and of none where there are none", () => {
    expect(limitsCheck({ OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT: " " })).to.be.empty;
    const [check] = limitsCheck({ OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT: "64", OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT: "100" });
    expect(check).to.include({ status: "note" });
    expect(check?.found).to.include("COUNT_LIMIT=64").and.include("LENGTH_LIMIT=100");
  });

  it("is a problem where the provider itself has limits, whatever the variables say", () => {
    const [check] = limitsCheck({}, { valueLength: 30, count: 128 });
    expect(check).to.include({ name: "attribute limits", status: "problem" });
    expect(check?.found).to.match(/attributeValueLengthLimit: 30: longer contents are cut/);
    expect(check?.advice).to.include("Leave these out of its spanLimits");
    expect(limitsCheck({}, { count: 10 })[0]?.found).to.include(
      "attributeCountLimit: 10: further attributes are dropped",
    );
    expect(limitsCheck({}, { count: 128 })).to.be.empty;
  });
});
