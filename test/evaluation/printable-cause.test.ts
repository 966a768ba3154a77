import { expect } from "chai";
import { errorOf } from "../../src/evaluation/assertion-error.js";
import { printableCause } from "../../src/evaluation/printable-cause.js";
import { caseOf } from "../report/run-of.js";

describe("the cause of an error", () => {
  it("is what was thrown, where a terminal can print it", () => {
    const thrown = new TypeError("no such order", { cause: new Error("404") });
    expect(printableCause(thrown)).to.equal(thrown);
    const object = { code: 404 };
    expect(printableCause(object)).to.equal(object);
    expect(printableCause(undefined)).to.equal(undefined);
  });

  it("is a copy that a terminal does not obey, at every depth", () => {
    const thrown = new TypeError("outer\u001b[2J\nline", { cause: new Error("inner\u202e", { cause: "\u0007" }) });
    const kept = printableCause(thrown) as Error & { cause: Error };
    expect(kept).to.include({ name: "TypeError", message: "outer\\u{1b}[2J\nline" });
    expect(kept.stack).to.include("printable-cause.test.ts").and.not.include("\u001b");
    expect(kept.cause).to.include({ message: "inner\\u{202e}", cause: "\\u{7}" });
  });

  it("may be a ring", () => {
    const ring = new Error("ring\u001b");
    ring.cause = ring;
    expect(printableCause(ring)).to.have.property("message", "ring\\u{1b}");
  });

  it("is so in the error of a case that broke off", () => {
    const testCase = { input: "q", error: "boom" };
    const result = caseOf({ verdict: "errored", reason: "boom", metrics: [], testCase });
    expect(errorOf(result, "", {}, "boom\u001b[2J")).to.have.property("cause", "boom\\u{1b}[2J");
  });
});
