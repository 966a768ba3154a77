import { RehearsalError } from "../../errors.js";
import { onRecord } from "../on-record.js";
import type { Judge } from "../../test-case/judge.js";
import { described } from "../../test-case/unknown-option.js";
import { isInserted } from "../../test-case/turn.js";
import { endOf, proceed, type StoppingController, type StoppingDecision, type StoppingInput } from "../stopping.js";
import { answerOf } from "./answer-of.js";
import { evidenceOf } from "./evidence.js";

type Met = boolean | string | null | undefined;

/** Whether the outcome has come. `true`, or the reason in a sentence: it has; `false`, null, undefined or "": not yet. */
export type OutcomePredicate = (input: StoppingInput) => Met | Promise<Met>;

/**
 * A stopping controller that ends a conversation when the expected outcome of its golden has come: as a predicate says,
 * or as a judge says, in one call before each user turn. It asks no judge before the agent's first reply, nor where the
 * golden expects no outcome.
 *
 * @example
 * const stoppingController = expectedOutcomeMet(({ lastAssistantTurn }) =>
 *   lastAssistantTurn?.toolsCalled?.some(({ name }) => name === "refund_order"),
 * );
 */
export function expectedOutcomeMet(decider: Judge | OutcomePredicate): StoppingController {
  if (typeof decider === "function") return (input) => byPredicate(decider, input);
  if (typeof (decider as Partial<Judge> | null)?.decide === "function") return (input) => byJudge(decider, input);
  throw new RehearsalError("invalid_input", "expectedOutcomeMet: give a judge, or a function of the conversation.");
}

async function byPredicate(predicate: OutcomePredicate, input: StoppingInput): Promise<StoppingDecision> {
  const met: unknown = await predicate(input);
  if (met === true) return { end: "stopWhenMet returned true." };
  if (typeof met === "string") return met.trim() === "" ? proceed() : { end: met };
  if (met === false || met === null || met === undefined) return proceed();
  throw new RehearsalError(
    "invalid_input",
    `stopWhenMet must return true or the reason where the outcome has come, else false; it returned ${described(met)}.`,
  );
}

async function byJudge(judge: Judge, { golden, turns, signal, spent }: StoppingInput): Promise<StoppingDecision> {
  const condition = golden.expectedOutcome?.trim() ?? "";
  const said = turns.slice(golden.turns?.length ?? 0);
  if (condition === "" || !said.some((turn) => turn.role === "assistant" && !isInserted(turn))) return proceed();
  const answers = await (
    await onRecord(judge)
  ).decide({
    evidence: evidenceOf(turns),
    questions: [{ id: "outcome", condition }],
    ...(signal && { signal }),
    ...(spent && { spent }),
  });
  const answer = answerOf(answers, "outcome");
  if (answer?.answer !== "met") return proceed();
  return { end: `The expected outcome has come: ${answer.reason}`, by: "judge" };
}

/** The first of these that ends decides. Undefined: there is none. */
export function firstOf(controllers: readonly (StoppingController | undefined)[]): StoppingController | undefined {
  const [first, second, ...rest] = controllers.filter((each) => each !== undefined);
  if (first === undefined || second === undefined) return first;
  const others = firstOf([second, ...rest]);
  return async (input) => {
    const decision = await first(input);
    return endOf(decision) === null ? others?.(input) : decision;
  };
}
