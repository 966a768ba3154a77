import { expect } from "chai";
import { isHandOver } from "../../src/environment/interception/hand-over.js";
import { straysAmong } from "../../src/environment/interception/strays.js";
import { interceptTools } from "../../src/environment/index.js";
import type { ToolCall } from "../../src/test-case/tool-call.js";

describe("a call that hands the user over", () => {
  const next: readonly ToolCall[] = [
    { name: "transfer_to_billing_agent" },
    { name: "transfer_to_Billing_Agent", inputParameters: {}, output: { assistant: "Billing Agent" } },
    { name: "transfer_to_agent", inputParameters: { agent_name: "billing" } },
    { name: "transfer_back_to_supervisor", inputParameters: "", output: "Successfully transferred back" },
    {
      name: "handoff_to_customer_service",
      inputParameters: { reason: "A refund.", context: "Order A-1", topic: null },
    },
    {
      name: "transfer_to_human_agents",
      inputParameters: { summary: "Wants $500 back" },
      output: "Transfer successful",
    },
  ];
  for (const call of next)
    it(`is ${call.name} ${JSON.stringify(call.inputParameters)}`, () => expect(isHandOver(call)).to.equal(true));

  const deeds: readonly ToolCall[] = [
    { name: "transfer_to_paypal", inputParameters: { amount: 500 } },
    { name: "transfer_to_customer", inputParameters: { amount: 500 } },
    { name: "transfer_to_billing", inputParameters: { reason: "x", order_id: "A-1" } },
    { name: "transfer_to_billing", inputParameters: { message: { amount: 5 } } },
    { name: "transfer_to_billing", inputParameters: "500" },
    { name: "transfer_to_billing", inputParameters: {}, output: { transfer_id: "tr_1" } },
    { name: "transfer_to_billing", output: 500 },
    { name: "transfer_to_merchant_balance" },
    { name: "handoff_to_carrier", inputParameters: { reason: "sold" } },
    { name: "transfer_to_savings_account" },
    { name: "pay_customer" },
    { name: "transfer_to_" },
  ];
  for (const call of deeds)
    it(`is not ${call.name} ${JSON.stringify(call.inputParameters)} with ${JSON.stringify(call.output)}`, () =>
      expect(isHandOver(call)).to.equal(false));

  it("got past no interception, and any other of such a name did", () => {
    const guarded = { plan: interceptTools({}, { writes: "refuse" }), inWorld: [] };
    const strays = (calls: readonly ToolCall[]) =>
      straysAmong(
        calls.map((call, index) => ({ call, position: index + 1 })),
        [],
        guarded,
      ).strays;
    expect(strays(next)).to.deep.equal([]);
    expect(strays(deeds).map(({ call }) => call)).to.deep.equal(deeds);
  });
});
