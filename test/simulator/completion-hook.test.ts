import { expect } from "chai";
import { CompletionHook } from "../../src/simulator/completion-hook.js";
import { Abandonment } from "../../src/simulator/abandonment.js";
import { ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";
import { virtualClock } from "../support/virtual-clock.js";
import { never } from "./support.js";

const testCase = new ConversationalTestCase({ turns: [{ role: "user", content: "Hi." }], goldenId: "g" });

describe("a hook that never settles", () => {
  for (const when of ["before", "while"] as const)
    it(`is given up soon after an abort (${when} it is called)`, async () => {
      const clock = virtualClock();
      const warnings: string[] = [];
      const caller = new AbortController();
      if (when === "before") caller.abort(new Error("enough"));
      const hook = new CompletionHook(() => never(), {
        clock,
        timeoutMs: 60_000,
        signals: [undefined, caller.signal],
        abandonment: new Abandonment([caller.signal]),
        warn: (message) => warnings.push(message),
      });
      hook.call(testCase, 0);
      const settled = hook.settled();
      caller.abort(new Error("enough"));
      await clock.advance(5000);
      await settled;
      expect(warnings.join()).to.contain("it had not settled 5000 ms after the run was aborted");
      expect(clock.pending).to.deep.equal([]);
    });
});
