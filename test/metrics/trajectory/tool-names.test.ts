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

  describe("that was nearly called", () => {
    const said = "names refund_ordr, which was not called, but refund_order was: is that a slip in the name?";

    it("may be a slip: then it can't be told", async () => {
      const forbidden = calling("refund_order", { forbiddenTools: ["refund_ordr"] });
      const found = await new ForbiddenToolsMetric().measure(forbidden);
      expect(found).to.include({ verdict: "errored", field: "forbiddenTools" });
      expect(found.reason).to.include(`forbiddenTools ${said}`);
      const asked = await new ConfirmBeforeMetric({ tools: ["refund_ordr"] }).measure(calling("refund_order", {}));
      expect(asked).to.include({ verdict: "errored", field: "confirmBefore" });
      expect(asked.reason).to.include(`confirmBefore ${said}`);
    });

    it("is another tool where it was called, too, or the test case speaks of the other, or the words begin otherwise", async () => {
      const verdict = async (called: string, rest: object) =>
        (await new ForbiddenToolsMetric().measure(calling(called, rest))).verdict;
      const forbiddenTools = ["refund_orders"];
      expect(await verdict("refund_order", { forbiddenTools })).to.equal("errored");
      expect(await verdict("refund_order", { forbiddenTools, expectedTools: ["refund_order"] })).to.equal("passed");
      expect(await verdict("refund_order", { forbiddenTools, confirmBefore: ["refund_order"] })).to.equal("passed");
      expect(await verdict("refund_orders", { forbiddenTools })).to.equal("failed");
      expect(await verdict("lock_card", { forbiddenTools: ["block_card"] })).to.equal("passed");
      expect(await verdict("get_order", { forbiddenTools: ["set_order"] })).to.equal("passed");
    });
  });

  describe("with a star", () => {
    const patterns = ["delete_*", "*_account", "*", "delete*account", "mcp__bank__delete_*"];

    it("stands for all that fit, however they are spelled", async () => {
      for (const pattern of patterns) {
        for (const name of ["delete_account", "deleteAccount", "mcp__bank__delete_account"]) {
          const forbidden = await new ForbiddenToolsMetric().measure(calling(name, { forbiddenTools: [pattern] }));
          expect(forbidden.verdict, `${pattern} ${name}`).to.equal("failed");
          const asked = await new ConfirmBeforeMetric({ tools: [pattern] }).measure(calling(name, {}));
          expect(asked.verdict, `${pattern} ${name}`).not.to.equal("passed");
        }
      }
    });

    it("stands for no other, and takes no sign but the star for another", async () => {
      for (const pattern of ["delete_*", "close*", "delete.account*", "d?lete_*"])
        expect(
          (await new ForbiddenToolsMetric().measure(calling("get_balance", { forbiddenTools: [pattern] }))).verdict,
        ).to.equal("passed");
      expect(
        (await new ForbiddenToolsMetric().measure(calling("delete_account", { forbiddenTools: ["d?lete_*"] }))).verdict,
      ).to.equal("passed");
    });

    it("permits to the letter", async () => {
      const verdict = async (name: string) =>
        (await new ForbiddenToolsMetric().measure(calling(name, { permittedTools: ["get_*"] }))).verdict;
      expect(await verdict("get_balance")).to.equal("passed");
      expect(await verdict("getBalance")).to.equal("failed");
      expect(await verdict("delete_account")).to.equal("failed");
    });
  });
});
