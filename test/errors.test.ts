import { expect } from "chai";
import type * as Errors from "../src/errors.js";
import { RehearsalError } from "../src/errors.js";

describe("RehearsalError", () => {
  it("is told by instanceof, also where a loader made a second copy of the package", async () => {
    const other = (await import(`../src/errors.js?${"copy"}`)) as typeof Errors;
    expect(other.RehearsalError).to.not.equal(RehearsalError);
    expect(new other.RehearsalError("timeout", "late")).to.be.instanceOf(RehearsalError);
    expect(new RehearsalError("timeout", "late")).to.be.instanceOf(other.RehearsalError);
  });

  it("is no other error, and a class made of it is a class of its own", () => {
    class Mine extends RehearsalError {}
    const error = new RehearsalError("timeout", "late");
    expect(new Error("late")).to.not.be.instanceOf(RehearsalError);
    expect(error).to.not.be.instanceOf(Mine);
    expect(new Mine("timeout", "late")).to.be.instanceOf(Mine).and.be.instanceOf(RehearsalError);
    for (const value of [null, undefined, "RehearsalError", {}])
      expect(value instanceof (RehearsalError as never)).to.equal(false);
    expect(Object.keys(error)).to.not.include("brand");
  });
});
