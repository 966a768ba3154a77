import type { ConversationalGolden } from "../../../golden/conversational-golden.js";
import type { ConversationalTestCase } from "../../../test-case/conversational-test-case.js";
import { isInserted, type Turn } from "../../../test-case/turn.js";
import { corpusOf } from "./corpus.js";
import { faultsOf } from "./line-faults.js";
import type { UserFault } from "./user-fault.js";

export interface LocatedUserFault extends UserFault {
  /** Number of the turn, from 1. Null: it is in how the user ended the conversation. */
  readonly turn: number | null;
}

/**
 * What the simulated user of a finished conversation did wrong, in order. The golden's own turns and those of a script
 * are not the user's. Of each invented fact the first mention counts: later on it is known.
 */
export function userFaults({
  golden,
  turns,
  endReason,
}: {
  readonly golden: ConversationalGolden;
  readonly turns: readonly Turn[];
  readonly endReason?: ConversationalTestCase["endReason"];
}): readonly LocatedUserFault[] {
  const seeded = golden.turns?.length ?? 0;
  const known = corpusOf(golden);
  const faults: LocatedUserFault[] = [];
  turns.forEach((turn, at) => {
    if (at >= seeded && turn.role === "user" && !isInserted(turn)) {
      const line = { golden, turns: turns.slice(0, at), say: turn.content };
      for (const fault of faultsOf(line, known)) faults.push({ ...fault, turn: at + 1 });
    }
    known.add(turn.content);
  });
  if (endReason?.fault === "empty") {
    faults.push({ kind: "empty", detail: "no words at all, however often its model was asked", turn: null });
  }
  return faults;
}
