import { expect } from "chai";
import { wantsColor, widthOf } from "../../src/cli/shell.js";

describe("colours of the command line", () => {
  for (const [what, env, isTTY, wanted] of [
    ["on a terminal", {}, true, true],
    ["not into a pipe", {}, undefined, false],
    ["not with NO_COLOR", { NO_COLOR: "1" }, true, false],
    ["whatever NO_COLOR says", { NO_COLOR: "0" }, true, false],
    ["with an empty NO_COLOR", { NO_COLOR: "" }, true, true],
    ["not on a dumb terminal", { TERM: "dumb" }, true, false],
  ] as const) {
    it(what, () => expect(wantsColor(env, isTTY === undefined ? {} : { isTTY })).to.equal(wanted));
  }

  it("takes the width of the terminal, within reason", () => {
    expect([widthOf({}), widthOf({ columns: 80 }), widthOf({ columns: 400 }), widthOf({ columns: 0 })]).to.deep.equal([
      100, 80, 140, 100,
    ]);
  });
});
