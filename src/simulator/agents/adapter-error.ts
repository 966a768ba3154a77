import { RehearsalError } from "../../errors.js";
import { wrongOptions } from "../../test-case/unknown-option.js";

/** What an adapter was made with can't be meant. */
export const misused = (adapter: string, what: string): RehearsalError =>
  new RehearsalError("invalid_input", `${adapter}: ${what}.`);

/** What an adapter got of its agent is no reply. */
export const noReply = (adapter: string, what: string): RehearsalError =>
  new RehearsalError("agent_failed", `${adapter}: ${what}`);

export function checkOptions(adapter: string, options: unknown, known: readonly string[]): void {
  const fault = wrongOptions(options, known);
  if (fault !== undefined) throw misused(adapter, fault);
}
