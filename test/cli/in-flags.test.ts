import { expect } from "chai";
import { inFlags } from "../../src/cli/in-flags.js";

describe("inFlags", () => {
  it("names the flag that sets a limit, where the limit ended the conversation", () => {
    const late = "The agent did not answer within 3000 ms (turnTimeoutMs).";
    const named = inFlags({ turns: [], endReason: { by: "deadline", reason: late }, error: `Golden "a": ${late}` });
    expect(named.endReason?.reason).to.equal("The agent did not answer within 3000 ms (--turn-timeout).");
    expect(named.error).to.match(/\(--turn-timeout\)\.$/);
    const cap = { by: "cap", reason: "The cap of 1 user turn was reached (maxUserSimulations)." } as const;
    expect(inFlags({ turns: [], endReason: cap }).endReason?.reason).to.include("(--max-turns)");
  });

  it("leaves alone what has no flag, and what others said", () => {
    const whole = { by: "deadline", reason: "It took longer than 9 ms (conversationTimeoutMs)." } as const;
    expect(inFlags({ turns: [], endReason: whole }).endReason?.reason).to.equal(whole.reason);
    const thrown = { turns: [], endReason: { by: "error", reason: "The agent threw (turnTimeoutMs)." } } as const;
    expect(inFlags(thrown)).to.equal(thrown);
  });
});
