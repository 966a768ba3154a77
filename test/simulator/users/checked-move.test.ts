import { expect } from "chai";
import { checkedMove } from "../../../src/simulator/users/checked-move.js";

describe("what a user answers", () => {
  it("is taken with all that a move may have, and nothing else", () => {
    const metadata = { step: 1, list: [{ a: null }] };
    const insert = [{ role: "user", content: "(noise)" }] as const;
    expect(
      checkedMove({ say: "a", thenEnd: "b", by: "graph", metadata, insert, unfinished: "c", more: 1 }),
    ).to.deep.equal({
      say: "a",
      thenEnd: "b",
      by: "graph",
      metadata,
      insert,
      unfinished: "c",
    });
    const script = { verdict: "failed", reason: "r" } as const;
    expect(checkedMove({ end: "a", by: "script", script, fault: "empty", say: "b" })).to.deep.equal({
      end: "a",
      by: "script",
      script,
      fault: "empty",
    });
    expect(checkedMove({ end: "a", by: "nobody", insert: [] })).to.deep.equal({ end: "a" });
  });

  it("is kept as it is now", () => {
    const metadata = { list: [1] };
    const move = checkedMove({ say: "a", metadata });
    metadata.list.push(2);
    expect(move).to.deep.equal({ say: "a", metadata: { list: [1] } });
  });

  for (const [what, move, said] of [
    ["nothing", undefined, "it answered undefined"],
    ["metadata that JSON can't keep", { say: "a", metadata: { at: () => 1 } }, "at: a function can't be kept in JSON"],
    ["metadata that is no object", { say: "a", metadata: [1] }, "the metadata of its turn is no object"],
    ["a turn that is none", { say: "a", insert: [{ role: "user" }] }, "The turn that the user puts in"],
    ["an outcome that is none", { end: "a", script: { verdict: "ok" } }, "The user's script"],
  ] as const) {
    it(`is refused where it is ${what}`, () => expect(() => checkedMove(move)).to.throw(said));
  }
});
