import type { JudgeAnswer } from "../../test-case/judge.js";

/** What a judge answers to one question. Undefined: nothing. Where it answers in two ways, it can't be told which is meant. */
export function answerOf(answers: readonly JudgeAnswer[], id: string): JudgeAnswer | undefined {
  const [first, ...others] = answers.filter((each) => each.id === id);
  if (first === undefined || others.every(({ answer }) => answer === first.answer)) return first;
  return { ...first, answer: "cannot_determine", reason: `it contradicts itself (${first.reason})` };
}
