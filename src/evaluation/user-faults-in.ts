import { happenedTurns } from "../test-case/agent-turns.js";
import type { ConversationalTestCase, EndReason } from "../test-case/conversational-test-case.js";

/** A fault of the simulated user's own that a check found. */
export interface UserFault {
  readonly kind: string;
  /** Number of the turn, from 1. Null: it is in how the user ended the conversation. */
  readonly turn: number | null;
  /** As in "the user …". */
  readonly told: string;
}

const told: ReadonlyMap<unknown, string> = new Map([
  ["invented_fact", "invented a fact"],
  ["role_flip", "spoke as if it were the agent"],
  ["repetition", "repeated itself"],
  ["off_goal", "strayed from its goal"],
  ["denial", "went against its golden"],
  ["empty", "said nothing"],
]);

/**
 * The faults that are marked in the metadata of the user's turns (`userFaults`), up to the turn `until`, and in how it ended
 * the conversation, if there is no such turn (`Infinity`).
 */
export function userFaultsIn(testCase: ConversationalTestCase, until: number): UserFault[] {
  const marked = happenedTurns(testCase).flatMap(({ turn: { role, metadata }, number }) => {
    const marks = metadata?.userFaults;
    if (role !== "user" || number > until || !Array.isArray(marks)) return [];
    return marks.flatMap((mark: unknown) => faultOf(mark, number));
  });
  const fault = until === Infinity ? testCase.endReason?.fault : undefined;
  return fault === undefined ? marked : [...marked, { kind: fault, turn: null, told: toldOfEnd[fault] }];
}

/** The first of them, and how many more there are. Undefined: there is none. */
export function faultsText([first, ...more]: readonly UserFault[]): string | undefined {
  if (first === undefined) return undefined;
  return `${faultText(first)}${more.length === 0 ? "" : ` (and ${String(more.length)} more)`}`;
}

/** Such a fault in a sentence, without its end. */
export const faultText = ({ turn, told: what }: UserFault): string =>
  `${turn === null ? "The" : `In turn ${String(turn)} the`} simulated user ${what}`;

const toldOfEnd = {
  empty: "had nothing to say, and so ended the conversation",
  off_goal: "ended the conversation before it said what it wants",
  left: "ended the conversation when the agent had just asked it something",
} as const satisfies Readonly<Record<NonNullable<EndReason["fault"]>, string>>;

/** Metadata is anybody's: what is no mark is passed over. */
function faultOf(mark: unknown, turn: number): UserFault[] {
  if (typeof mark !== "object" || mark === null) return [];
  const { kind, detail } = mark as { readonly kind?: unknown; readonly detail?: unknown };
  const what = told.get(kind);
  if (typeof kind !== "string" || what === undefined) return [];
  return [
    {
      kind,
      turn,
      told: typeof detail === "string" && detail.trim() !== "" ? `${what}: ${detail.trim().replace(/\.$/, "")}` : what,
    },
  ];
}
