import { expect } from "chai";
import type { BegunRun } from "../../src/cli/begun-run.js";
import { assertSame } from "../../src/cli/resume.js";

const run = {
  id: "r1",
  goldens: [
    ["a", "h1"],
    ["b", "h2"],
  ],
  users: "users: by rules",
} as unknown as BegunRun;
const whyNot = (now: Partial<BegunRun>): string => {
  try {
    assertSame({ folder: "runs/r1", run }, { goldens: run.goldens, users: run.users, ...now });
    return "same";
  } catch (error) {
    return String(error);
  }
};

describe("a run that goes on", () => {
  it("does so with the same goldens in the same order, and the same users", () => {
    const [a, b] = run.goldens;
    expect(whyNot({})).to.equal("same");
    for (const [now, why] of [
      [{ users: "users: gpt-5" }, "it was begun with users: by rules, and now they would be gpt-5"],
      [{ goldens: [a, b, ["c", "h3"]] }, 'golden "c" was not there'],
      [{ goldens: [a, ["b", "h9"]] }, 'golden "b" has changed'],
      [{ goldens: [a] }, 'golden "b" is gone'],
      [{ goldens: [b, a] }, "in another order, or another number"],
    ] as const)
      expect(whyNot(now as unknown as Partial<BegunRun>))
        .to.include("the run r1 can't go on")
        .and.include(why);
  });
});
