import type { ToolCall } from "../../test-case/tool-call.js";
import { wordsOf } from "../../test-case/tool-names.js";

const named =
  /^(?:transfer|hand_?off|handover)(?:_back)?_to_(?!.*(?:account|bank|card|iban|payee|paypal|saving|wallet))./i;

/** Money, goods and parcels are handed over as well, to those, and an agent is none of them. */
const PAYEES = new Set(
  `balance beneficiary carrier cashapp courier creditor merchant payer recipient revolut seller stripe supplier vendor venmo
  wise zelle`.split(/\s+/),
);

/** What whoever takes over is told. */
const TOLD = new Set(
  `agent agent_name assistant context conversation description history info input instructions issue message messages note notes problem query question
  reason request summary target_agent task task_description topic user_query`.split(/\s+/),
);

/**
 * Frameworks hand a user over by calls that they carry out themselves (`transfer_to_billing_agent`). Nothing is known of such
 * a tool but how it is called: by that name, to nobody who is paid, with nothing but what the next agent is told, in words,
 * and answering with no more than who that is. It is kept from nothing where a rule has it.
 */
export function isHandOver({ name, inputParameters = {}, output }: ToolCall): boolean {
  if (!named.test(name) || wordsOf(name).some((word) => PAYEES.has(word))) return false;
  if (typeof inputParameters === "string") return inputParameters.trim() === "";
  const isTold = ([key, value]: readonly [string, unknown]): boolean =>
    TOLD.has(wordsOf(key).join("_")) && (typeof value === "string" || value === null);
  return Object.entries(inputParameters).every(isTold) && namesTheNext(output);
}

/** The text that tells it, or `{ assistant: "Billing" }`. */
function namesTheNext(output: ToolCall["output"]): boolean {
  if (typeof output !== "object" || output === null) return typeof output !== "number";
  return !Array.isArray(output) && Object.keys(output).every((key) => key === "assistant" || key === "agent");
}
