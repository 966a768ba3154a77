import { expect } from "chai";
import { AgendaUser } from "../../../src/simulator/index.js";
import { conversationalGoldenSchema } from "../../../src/golden/conversational-golden.js";
import { parse } from "../../../src/test-case/schema.js";

describe("a degenerate reply of thousands of blank lines", () => {
  it("is read at once", async () => {
    const golden = parse(conversationalGoldenSchema, { scenario: "A refund.", opening: "Refund me." }, "golden");
    const content = `Sorry.${"\n".repeat(20_000)}What is your order number?`;
    const turns = [
      { role: "user" as const, content: "Refund me." },
      { role: "assistant" as const, content },
    ];
    const began = performance.now();
    await new AgendaUser().next({
      golden,
      turns,
      userTurns: 1,
      random: () => 0.5,
      signal: new AbortController().signal,
    });
    expect(performance.now() - began).to.be.below(2000);
  });
});
