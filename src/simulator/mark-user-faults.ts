import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { JsonValue } from "../test-case/json.js";
import { deepFreeze } from "../test-case/schema.js";
import type { Turn } from "../test-case/turn.js";
import type { Ending } from "./loop.js";
import type { User } from "./user.js";
import type * as UserFaults from "./users/user-faults/user-faults.js";
import type { LocatedUserFault } from "./users/user-faults/user-faults.js";

export interface Finished {
  readonly turns: readonly Turn[];
  readonly ending: Ending;
}

/**
 * A finished conversation with the faults of its simulated user marked: in the metadata of its turns (`userFaults`) and in
 * how it ended, where blame finds them. What the user vouches for is not looked at, and what it marked itself is kept.
 */
export async function markUserFaults(
  golden: ConversationalGolden,
  { turns, ending }: Finished,
  { isScripted = false, vouchesFor = isScripted ? "everything" : undefined }: Pick<User, "isScripted" | "vouchesFor">,
): Promise<Finished> {
  if (vouchesFor === "everything") return { turns, ending };
  // The checks are many files: they are loaded where such a conversation first ends.
  const { leftWithGoodbye, straying, userFaults } = await (checks ??= import("./users/user-faults/user-faults.js"));
  const faults = (vouchesFor === "lines" ? straying : userFaults)({ golden, turns, endReason: ending });
  const isStray = faults.some(({ kind, turn }) => turn === null && kind === "off_goal");
  const hasLeft = !isStray && ending.fault === undefined && leftWithGoodbye(golden, turns, ending);
  if (faults.length === 0 && !hasLeft) return { turns, ending };
  return {
    turns: turns.map((turn, at) =>
      marked(
        turn,
        faults.filter((fault) => fault.turn === at + 1),
      ),
    ),
    ending: isStray ? { ...ending, fault: "off_goal" } : hasLeft ? { ...ending, fault: "left" } : ending,
  };
}

let checks: Promise<typeof UserFaults> | undefined;

function marked(turn: Turn, faults: readonly LocatedUserFault[]): Turn {
  const own = turn.metadata?.userFaults;
  const told: readonly JsonValue[] = Array.isArray(own) ? (own as readonly JsonValue[]) : [];
  const isTold = (kind: string): boolean =>
    told.some((mark) => typeof mark === "object" && mark !== null && "kind" in mark && mark.kind === kind);
  const found = faults.flatMap(({ kind, detail }) => (isTold(kind) ? [] : [{ kind, detail }]));
  if (found.length === 0) return turn;
  return deepFreeze<Turn>({ ...turn, metadata: { ...turn.metadata, userFaults: [...told, ...found] } });
}
