// Finds a fault of the shop's agent that no golden names: conversations are made from the goldens, and what breaks an
// invariant is shrunk to the fewest turns and words. No model, no key, no network.
import { expect } from "chai";
import { EvaluationDataset } from "rehearsal";
import { fuzz, replay } from "rehearsal/fuzz";
import { fileURLToPath } from "node:url";
import { createSupportAgent } from "../shop/agent.js";

const path = fileURLToPath(new URL("../shop/goldens.yaml", import.meta.url));
const goldens = EvaluationDataset.loadSync(path).conversationalGoldens.filter(({ id }) => id === "broken-headphones");

describe("shop support agent, fuzzed", function () {
  this.timeout(60_000);

  it("keeps what it must keep, whatever the customer says", async () => {
    const agent = createSupportAgent({ plantedFault: false });
    const result = await fuzz({ agent, goldens, runs: 60, seed: 3 });
    result.assertNoViolations();
  });

  it("has a planted fault, which is found and shrunk", async () => {
    const result = await fuzz({ agent: createSupportAgent(), goldens, runs: 60, seed: 3 });
    const [found] = result.violations;
    // The golden's customer is in no hurry. Of those who are, the first one that was refunded unasked said, at the least:
    expect(found?.message).to.equal("refund_order was called before the user agreed");
    expect(found?.testCase.turns.filter(({ role }) => role === "user")).to.have.length(1);
    expect(found?.testCase.turns[0]?.content).to.match(/hurry|quickly|urgent|right now|no time/i);
    expect(() => result.assertNoViolations()).to.throw("shrunk from");

    // As a golden it stays in the suite, until the fault is mended and ever after.
    const golden = found?.golden;
    if (golden === undefined) throw new Error("nothing was found");
    expect((await replay({ agent: createSupportAgent(), golden })).violations).to.have.length(1);
    (await replay({ agent: createSupportAgent({ plantedFault: false }), golden })).assertNoViolations();
  });
});
