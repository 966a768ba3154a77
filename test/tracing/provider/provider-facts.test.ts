import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trace } from "@opentelemetry/api";
import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
import { expect } from "chai";
import { loadedApiVersions, sharesWith } from "../../../src/tracing/provider/api-copies.js";
import { providerLimits } from "../../../src/tracing/provider/provider-limits.js";

describe("a copy of the OpenTelemetry API", () => {
  it("gets what an equal or a newer one of its major registered", () => {
    for (const [version, registered, shares] of [
      ["1.9.1", "1.9.1", true],
      ["1.9.2", "1.9.1", true],
      ["1.8.0", "1.9.1", true],
      ["1.10.0", "1.9.1", false],
      ["2.0.0", "1.9.1", false],
    ] as const)
      expect(sharesWith(version, registered), version).to.equal(shares);
  });

  it("is known once it is loaded", () => {
    expect(loadedApiVersions().length).to.be.at.least(1);
    const folder = mkdtempSync(join(tmpdir(), "rehearsal-api-"));
    const copy = join(folder, "node_modules/@opentelemetry/api");
    mkdirSync(copy, { recursive: true });
    writeFileSync(join(copy, "package.json"), '{"version":"1.10.0"}');
    expect(loadedApiVersions([join(copy, "build/src/index.js"), join(copy, "build/src/trace/x.js")])).to.deep.equal([
      "1.10.0",
    ]);
    rmSync(folder, { recursive: true });
  });
});

describe("the limits of a provider", () => {
  before(() => void trace.disable());
  afterEach(() => void trace.disable());

  it("are read of the one that is registered, where it tells", () => {
    expect(providerLimits()).to.deep.equal({});
    const spanLimits = { attributeValueLengthLimit: 30, attributeCountLimit: 64 };
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanLimits }));
    expect(providerLimits()).to.deep.equal({ valueLength: 30, count: 64 });
    trace.disable();
    trace.setGlobalTracerProvider({ getTracer: () => ({}) as never });
    expect(providerLimits()).to.deep.equal({});
  });
});
