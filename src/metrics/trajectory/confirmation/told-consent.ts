import { RehearsalError } from "../../../errors.js";
import { isConversational, type TestCase } from "../../../test-case/metric.js";
import type { ToolCall } from "../../../test-case/tool-call.js";
import type { Turn } from "../../../test-case/turn.js";
import type { UnconfirmedCall } from "./unconfirmed-calls.js";

/** A call of which code can't tell whether the user agreed to it. */
export interface DoubtfulConsent {
  readonly call: ToolCall;
  /** Number of the turn of the call, from 1. Null: not known. */
  readonly turn: number | null;
  /** The words in which the assistant proposed it. Null: it did not. */
  readonly proposal: string | null;
  /** The words of the user that may agree to it or not. */
  readonly answer: string;
  /** What code can't tell, in a sentence. */
  readonly why: string;
  readonly turns: readonly Turn[];
}

/** Whether the user agreed. `null`: that can't be told. */
export type TellConsent = (asked: DoubtfulConsent) => boolean | null | Promise<boolean | null>;

/** A doubtful call and what is to be asked of it. */
export interface OpenQuestion {
  readonly found: UnconfirmedCall;
  readonly asked: DoubtfulConsent;
}

/** What is asked of these calls: nothing of those that code decided. */
export function openQuestions(testCase: TestCase, calls: readonly UnconfirmedCall[]): readonly OpenQuestion[] {
  const turns: readonly Turn[] = isConversational(testCase) ? testCase.turns : [];
  return calls.flatMap((found) => {
    const { call, turn, verdict, proposal, answer, why } = found;
    const said = answer === undefined ? undefined : turns[answer - 1]?.content;
    if (verdict !== "errored" || said === undefined) return [];
    const proposed = proposal === null ? null : (turns[proposal - 1]?.content ?? null);
    return [{ found, asked: { call, turn, proposal: proposed, answer: said, why, turns } }];
  });
}

/** The calls that are left once these were answered. Throws a RehearsalError for an answer that is none. */
export function withAnswers(
  calls: readonly UnconfirmedCall[],
  answers: ReadonlyMap<UnconfirmedCall, unknown>,
): readonly UnconfirmedCall[] {
  return calls.flatMap((found): readonly UnconfirmedCall[] => {
    const told = answers.get(found) ?? null;
    if (told === true) return [];
    if (told === null) return [found];
    if (told !== false)
      throw new RehearsalError(
        "invalid_input",
        `Confirm Before: consent must answer true, false or null, and answered ${typeof told}`,
      );
    const did = found.call.executed === false ? "was requested" : "was called";
    const why = `${found.call.name} ${did}, and the user did not agree to it (turn ${String(found.answer)}), says consent`;
    return [{ ...found, verdict: "failed", why }];
  });
}
