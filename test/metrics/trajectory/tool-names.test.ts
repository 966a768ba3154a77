import { expect } from "chai";
import { ConfirmBeforeMetric, ForbiddenToolsMetric, ToolCorrectnessMetric } from "../../../src/metrics/index.js";
import { isSameTool } from "../../../src/test-case/tool-names.js";
import { ConversationalTestCase, LLMTestCase } from "../../../src/test-case/index.js";

const spellings = [
  "mcp__shop__refund_order",
  "functions.refund_order",
  "shop/refund_order",
  "refundOrder",
  "refund-order",
  "Refund_Order",
  "refund_order ",
  "refund_\u03bfrder",
];
const calling = (name: string, rest: object) =>
  new LLMTestCase({ input: "q", actualOutput: "a", toolsCalled: [{ name }], ...rest });

describe("the name of a tool", () => {
  it("is forbidden and needs consent however it is spelled when it is called", async () => {
    for (const name of spellings) {
      const forbidden = await new ForbiddenToolsMetric().measure(calling(name, { forbiddenTools: ["refund_order"] }));
      expect(forbidden.verdict, name).to.equal("failed");
      expect(forbidden.reason).to.equal(
        `refund_order was called as ${JSON.stringify(name)} (call 1), which is forbidden`,
      );
      const turns = [
        { role: "user", content: "Hi" },
        { role: "assistant", content: "Done.", toolsCalled: [{ name }] },
      ] as const;
      const testCase = new ConversationalTestCase({ turns, confirmBefore: ["refund_order"] });
      expect((await new ConfirmBeforeMetric().measure(testCase)).verdict, name).to.equal("failed");
    }
  });

  it("is permitted and expected to the letter, with a hint", async () => {
    for (const name of spellings) {
      const permitted = await new ForbiddenToolsMetric().measure(calling(name, { permittedTools: ["refund_order"] }));
      expect(permitted.verdict).to.equal("failed");
      expect(permitted.reason).to.include("they name refund_order");
      const expected = await new ToolCorrectnessMetric().measure(calling(name, { expectedTools: ["refund_order"] }));
      expect(expected.verdict).to.equal("failed");
      expect(expected.reason).to.include(`it was called as ${JSON.stringify(name)} (call 1)`);
    }
    const exactly = calling("docs.search", { permittedTools: ["docs.search"], forbiddenTools: ["search"] });
    expect((await new ForbiddenToolsMetric().measure(exactly)).verdict).to.equal("passed");
  });

  it("is another one with another prefix, or another word", () => {
    expect(isSameTool("mcp__a__search", "mcp__b__search")).to.equal(false);
    expect(isSameTool("order_refund", "refund_order")).to.equal(false);
    expect(isSameTool("refund_order_item", "refund_order")).to.equal(false);
    expect(isSameTool("__", "refund_order")).to.equal(false);
  });

  it("is told where it was nearly called, which may be a slip", async () => {
    const said = "names refund_ordr, which was not called, but refund_order was: check the spelling";
    const forbidden = calling("refund_order", { forbiddenTools: ["refund_ordr"] });
    expect((await new ForbiddenToolsMetric().measure(forbidden)).reason).to.include(`forbiddenTools ${said}`);
    const asked = await new ConfirmBeforeMetric({ tools: ["refund_ordr"] }).measure(calling("refund_order", {}));
    expect(asked.reason).to.include(`confirmBefore ${said}`);
  });
});
