import { expect } from "chai";
import { moveIn } from "../../../src/simulator/users/move-in.js";

describe("what an answer of a model has the user do", () => {
  for (const [what, text, move] of [
    ["JSON after other words", 'Here: {"say":"Bye","done":true,"reason":"r"}', { say: "Bye", thenEnd: "r" }],
    ["JSON before other words", '{"say":"Hi","done":false} hope it helps', { say: "Hi" }],
    ["a fence after other words", 'Sure!\n```json\n{"say":"Hi","done":false}\n```', { say: "Hi" }],
    ["an end without words", 'So: {"say":"","done":true,"reason":"r"}', { end: "r" }],
    ["words alone", "Bye [END]", { say: "Bye [END]" }],
    ["half a document", 'Here: {"say":"Hi', null],
    ["other JSON", '{"a":1}', null],
    ["reasoning before words", '<think>I {"say":"secret"}</think>\nHi', { say: "Hi" }],
    [
      "reasoning before JSON",
      '<thinking>a {"say":"no","done":true}</thinking>{"say":"Hi","done":false}',
      { say: "Hi" },
    ],
    ["reasoning that only closes", "secret plan</think>Hi", { say: "Hi" }],
    ["nothing but reasoning", "<think>secret plan", null],
    ["nothing", "  ", null],
  ] as const)
    it(`is read from ${what}`, () => expect(moveIn({ text })).to.deep.equal(move));

  it("is never the reasoning, wherever it stands", () => {
    expect(moveIn({ text: "", json: { say: "<think>secret</think>Hi", done: false } })).to.deep.equal({ say: "Hi" });
  });

  it("is read in time", () => {
    for (const unit of ["<think>", "</think", "<", '{"say":', "[", "```"]) {
      const began = process.cpuUsage();
      moveIn({ text: unit.repeat(200_000 / unit.length) });
      expect(process.cpuUsage(began).user / 1000, unit).to.be.below(2000);
    }
  });
});
