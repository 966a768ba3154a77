import { expect } from "chai";
import { progressOn, wantsColor, widthOf } from "../../src/cli/shell.js";

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

describe("progress", () => {
  const shown = (isTTY: boolean) => {
    const written: string[] = [];
    const progress = progressOn({ isTTY, write: (text) => written.push(text) });
    progress("1 of 2");
    progress(null);
    return written;
  };

  it("is one line that is written over and taken away", () => {
    expect(shown(true)).to.deep.equal(["\r\u001b[2K1 of 2 have finished", "\r\u001b[2K"]);
  });

  it("is for those who watch", () => expect(shown(false)).to.deep.equal([]));
});
