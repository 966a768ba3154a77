import * as chai from "chai";
import { MustCommunicateMetric } from "../../../src/metrics/index.js";
import { failing } from "./failing.js";
import { rehearsalChai } from "../../../src/runners/chai/plugin.js";
import { ConversationalTestCase } from "../../../src/test-case/conversational-test-case.js";

const { expect } = chai.use(rehearsalChai);

describe("the matchers pass nothing that may not be so", () => {
  it("not communicated: as strict as mustNotCommunicate", () => {
    const told = (content: string) => ({ turns: [{ role: "assistant" as const, content }] });
    for (const [said, secret] of [
      ["Write to bob@example.com.", "bob"],
      ["It ends in 4 2 4 2.", "4242"],
    ] as const) {
      const testCase = { ...told(said), mustNotCommunicate: [secret] };
      expect(new MustCommunicateMetric().measureNow(new ConversationalTestCase(testCase)).verdict).to.equal("failed");
      expect(failing(() => expect(testCase).to.not.have.communicated(secret))).to.include("nor to give it away");
    }
    expect(failing(() => expect(told("It ends in 4 2 4 2.")).to.have.communicated("4242"))).to.include(
      "to communicate",
    );
  });

  it("communicated: no pass and no failure where it is said only under a denial", () => {
    const said = (content: string) => ({ turns: [{ role: "assistant" as const, content }] });
    const check = (content: string) => () => expect(said(content)).to.have.communicated("$59.90");
    expect(failing(check("I can't refund $59.90."))).to.include("only where the words around it deny it");
    check("I can't refund $80, but $59.90 is on its way.")();
    expect(failing(() => expect(said("You never get $59.90.")).to.not.have.communicated("$59.90"))).to.include(
      "give it away",
    );
  });

  it("latency and interruptions: no pass and no failure where those of a reply are not known and would decide", () => {
    const some = {
      turns: [
        { role: "assistant" as const, content: "a", latencyMs: 900, interrupted: true },
        { role: "user" as const, content: "b" },
        { role: "assistant" as const, content: "c" },
      ],
    };
    for (const check of [
      () => expect(some).to.have.latency({ max: 900 }),
      () => expect(some).to.not.have.latency({ max: 900 }),
    ])
      expect(failing(check)).to.match(/the latency of 1 of 2 replies is not known \(turn 3\)/);
    expect(failing(() => expect(some).to.have.latency({ max: 800 }))).to.include(
      "max at least 900 ms (at most 800 ms)",
    );
    expect(some).to.not.have.latency({ max: 800 });
    for (const check of [
      () => expect(some).to.have.interruptions({ atMost: 1 }),
      () => expect(some).to.not.have.interruptions({ atMost: 1 }),
    ])
      expect(failing(check)).to.include("1 of 2 replies in the conversation do not tell");
    expect(failing(() => expect(some).to.have.interruptions({ atMost: 0 }))).to.include("1 was cut off");
  });
});
