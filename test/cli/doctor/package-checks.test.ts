import { expect } from "chai";
import { apiCheck, nodeCheck, peerCheck } from "../../../src/cli/doctor/package-checks.js";

const copy = (version: string, folder = "/a") => ({ version, folder });

describe("doctor: packages", () => {
  it("refuses a Node that is too old", () => {
    expect(nodeCheck("20.20.2", "^20.19 || >=22.12").status).to.equal("ok");
    expect(nodeCheck("18.0.0", "^20.19 || >=22.12")).to.have.property("status", "problem");
  });

  it("takes an absent optional package for fine, and one out of range for a problem", () => {
    expect(peerCheck("openai", null, ">=4 <8").status).to.equal("note");
    expect(peerCheck("openai", copy("6.1.0"), ">=4 <8").status).to.equal("ok");
    const bad = peerCheck("openai", copy("8.0.0"), ">=4 <8");
    expect(bad.status).to.equal("problem");
    expect(bad.advice).to.include('"openai@>=4 <8"');
    expect(peerCheck("openai", copy("canary"), ">=4 <8").status).to.equal("note");
  });

  it("tells of a package that asks for another Node than this", () => {
    const asks = (node: string) => peerCheck("openai", { ...copy("7.59.0"), node }, ">=4 <8", "20.20.2");
    expect(asks(">=22")).to.include({ status: "note", found: "7.59.0, which asks for Node >=22; this is 20.20.2" });
    expect(asks("^20.19.0 || >= 22.12.0").status).to.equal("ok");
    expect(asks(">= 22.12.0").status).to.equal("note");
    expect(asks("*").status).to.equal("ok");
  });

  it("needs one copy of the OpenTelemetry API, or copies that share", () => {
    expect(apiCheck(null, null, "^1.9.0").status).to.equal("problem");
    expect(apiCheck(copy("1.8.0"), copy("1.8.0"), "^1.9.0").status).to.equal("problem");
    expect(apiCheck(copy("1.10.0"), copy("1.10.0"), "^1.9.0").found).to.include("one copy");
    expect(apiCheck(copy("1.10.0"), null, "^1.9.0").status).to.equal("ok");
    expect(apiCheck(copy("1.10.0"), copy("1.9.1", "/b"), "^1.9.0").status).to.equal("note");
    expect(apiCheck(copy("1.10.0"), copy("1.10.2", "/b"), "^1.9.0").status).to.equal("note");
  });

  it("warns of a copy that is newer than the one that registers", () => {
    const check = apiCheck(copy("1.9.1"), copy("1.10.0", "/b"), "^1.9.0");
    expect(check.status).to.equal("problem");
    expect(check.found).to.include("1.10.0").and.include("1.9.1");
  });
});
