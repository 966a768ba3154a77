import { expect } from "chai";
import { endSoon } from "../../src/cli/end-soon.js";

describe("endSoon", () => {
  it("gives open handles a grace, then says why it ends the process", () => {
    const events: string[] = [];
    let due = () => {};
    endSoon({
      later: (callback, ms) => {
        events.push(`in ${String(ms)} ms`);
        due = callback;
      },
      exit: () => events.push("exit"),
      err: (text) => events.push(text.slice(0, 9)),
    });
    expect(events).to.deep.equal(["in 3000 ms"]);
    due();
    expect(events).to.deep.equal(["in 3000 ms", "The agent", "exit"]);
  });
});
