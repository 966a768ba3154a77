import type { RunRecord } from "../evaluation/run-record.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";

/** Options of the simulator, and the flags by which the user of the command line sets them. */
const flagOf: Readonly<Record<string, string>> = {
  turnTimeoutMs: "--turn-timeout",
  maxUserSimulations: "--max-turns",
  maxTokens: "--max-tokens",
  maxCost: "--max-cost",
};

/** The test case with flags named where its end names options, which nobody typed. */
export function inFlags(testCase: ConversationalTestCase): ConversationalTestCase {
  const { endReason, error } = testCase;
  const named = isOurs(endReason) ? optionsInFlags : adviceInFlags;
  const reason = endReason && named(endReason.reason);
  const told = error === undefined ? undefined : named(error);
  if (reason === endReason?.reason && told === error) return testCase;
  return {
    ...testCase,
    ...(endReason !== undefined && reason !== undefined && { endReason: { ...endReason, reason } }),
    ...(told !== undefined && { error: told }),
  };
}

/** Only our own sentences: what was said or thrown stays as it is. */
const isOurs = (end: ConversationalTestCase["endReason"]): boolean =>
  end?.by === "deadline" || end?.by === "cap" || (end?.by === "abort" && end.reason.startsWith("The ceiling of "));

const optionsInFlags = (text: string): string =>
  text.replace(/\((\w+)(?=\)\.|; [\d.,]+ spent\)\.)/, (all, option: string) => {
    const flag = flagOf[option];
    return flag === undefined ? all : `(${flag}`;
  });

/** What cassettes say that is to be done. */
const adviceInFlags = (text: string): string =>
  text
    .replaceAll('(mode "record", or REHEARSAL_CASSETTE=record)', "(--record)")
    .replaceAll(
      'or only what failed or is new (mode "auto")',
      "or only what failed or is new (--cassettes <directory>, without --replay)",
    );

/** The limit by its flag: nobody typed the option. */
export const limitInFlags = ({ rates }: Pick<RunRecord, "rates">, text: string): string =>
  rates?.infrastructure.tooMany === true
    ? text.replaceAll(/\bmaxInfrastructureShare\b/g, "--max-infrastructure")
    : text;
