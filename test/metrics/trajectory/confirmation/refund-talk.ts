import { ConfirmBeforeMetric } from "../../../../src/metrics/index.js";
import { ConversationalTestCase, type TurnInput } from "../../../../src/test-case/index.js";
import type { ToolCall } from "../../../../src/test-case/tool-call.js";

export const user = (content: string): TurnInput => ({ role: "user", content });
export const assistant = (content: string, ...toolsCalled: ToolCall[]): TurnInput => ({
  role: "assistant",
  content,
  toolsCalled,
});
export const refund = (amount = 59.9, order_id = "A-1042", rest: Partial<ToolCall> = {}): ToolCall => ({
  name: "refund_order",
  inputParameters: { order_id, amount },
  ...rest,
});
export const caseOf = (...turns: TurnInput[]) => new ConversationalTestCase({ turns, confirmBefore: ["refund_order"] });
export const measure = (...turns: TurnInput[]) => new ConfirmBeforeMetric().measure(caseOf(...turns));
export const proposal = assistant("I can refund $59.90 for order A-1042. Shall I go ahead?");
