import { agendaOf } from "../../simulator/users/agenda/agenda.js";
import { contains, normalise } from "../../simulator/users/agenda/normalise.js";
import { read } from "../../simulator/users/agenda/reading.js";
import type { Slot, SlotNames } from "../../simulator/users/agenda/slot-names.js";
import { tokensOf } from "../../simulator/users/agenda/tokens.js";
import { happenedTurns } from "../../test-case/agent-turns.js";
import { callsWithSeeded, failed } from "./calls.js";
import type { Invariant } from "./invariant.js";

const wantsIt = /\b(?:do|would|might) you (?:happen to |still |perhaps )?(?:have|know|remember|recall)\b/;

/** "Which account?", where the golden gives two: only the whole name tells which. */
function isAmbiguous(label: string, { words }: Slot, { given }: SlotNames): boolean {
  if (label === words) return false;
  const kind = tokensOf(label).at(-1)?.stem ?? label;
  return given.filter((slot) => tokensOf(slot.words).some(({ stem }) => stem === kind)).length > 1;
}

/**
 * The agent does not ask for a fact that the user has told, word for word, in an earlier turn. It may where it says that
 * something does not match or was not understood, or a tool failed since. English only.
 */
export const noAnsweredQuestions = (): Invariant => ({
  name: "no-answered-questions",
  check(testCase, { golden }) {
    const agenda = agendaOf(golden);
    const calls = callsWithSeeded(testCase);
    for (const { turn, number } of happenedTurns(testCase)) {
      if (turn.role !== "assistant") continue;
      const reply = read(turn.content, agenda);
      if (reply.has("mismatch", "lost")) continue;
      for (const demand of reply.demands) {
        // What has no label is not asked for by its name, and may be something else.
        if (demand.kind !== "fact" || demand.label === null) continue;
        // "Is it A-1042?" asks whether it is right; "Do you have it at hand?" asks for it.
        if (demand.yesNo && !wantsIt.test(normalise(turn.content))) continue;
        const { shown, words, name } = demand.slot;
        if (isAmbiguous(demand.label, demand.slot, agenda.names)) continue;
        if (shown === null || shown.length < 2) continue;
        const told = testCase.turns
          .slice(0, number - 1)
          .findIndex(({ role, content }) => role === "user" && contains(normalise(content), shown));
        const wentWrong = calls.some(({ call, turn: at }) => failed(call) && (at ?? 0) > told && (at ?? 0) <= number);
        if (told < 0 || wentWrong) continue;
        return {
          turn: number,
          about: name,
          message: `the agent asks for the ${words}, which the user told in turn ${String(told + 1)}`,
        };
      }
    }
    return null;
  },
});
