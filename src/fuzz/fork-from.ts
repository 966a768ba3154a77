import { RehearsalError } from "../errors.js";
import {
  conversationalGoldenSchema,
  type ConversationalGolden,
  type ConversationalGoldenInput,
} from "../golden/conversational-golden.js";
import { assertedFieldsOf } from "../test-case/asserted-fields.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import type { JsonObject } from "../test-case/json.js";
import { parse } from "../test-case/schema.js";
import { described } from "../test-case/unknown-option.js";
import { isInserted, type Turn } from "../test-case/turn.js";
import { scriptToKeep, type Script } from "../simulator/script/script.js";

/** What is otherwise from there on. */
export interface ForkChange extends Partial<ConversationalGoldenInput> {
  /**
   * What the user says from that turn on. Default: what it said; where the change tells something else of the user (`facts`,
   * `goals`, `persona` and the like), no words are laid down, and the simulator's user goes on by that.
   */
  readonly say?: readonly string[];
}

/**
 * A golden that begins with the turns of a conversation before turn `turn` (from 1), so that one thing can be varied from
 * there: another agent, another user, other words. Where the turn is the agent's, it begins before the user's turn that it
 * answers, which is said again. What the user said from there on is its script: a simulator without `user` says it, other
 * users are not bound by it. Where `change` tells what the user wants, knows or is like, and no `say`, there is no script: it
 * speaks anew from there. A test case does not keep the facts, goals and state of its golden: hand its golden in as `change`
 * where they are needed.
 *
 * The agent is given the turns before as `turns`; what it kept in its memory is not there. Its id, and so its thread and its
 * cassette, hang on the conversation and the turn. Throws a {@link RehearsalError} where there is no such turn.
 *
 * @example
 * const golden = forkFrom(testCase, 5, { ...original, id: "what-if", say: ["No, wait."] });
 * const other = forkFrom(testCase, 5, { ...original, id: "other", facts: { ...original.facts, order_id: "A-1043" } });
 * await new ConversationSimulator({ agent }).simulate({ conversationalGoldens: [golden] });
 */
export function forkFrom(
  testCase: ConversationalTestCase,
  turn: number,
  { say, ...change }: ForkChange = {},
): ConversationalGolden {
  if (!Array.isArray((testCase as Partial<ConversationalTestCase> | null | undefined)?.turns))
    throw new RehearsalError(
      "invalid_input",
      `forkFrom takes the test case of a conversation, as simulate gives it; got ${typeof testCase === "object" ? "an object without turns" : described(testCase)}.`,
    );
  const { turns, goldenId, name, seed } = testCase;
  if (!Number.isSafeInteger(turn) || turn < 1 || turn > turns.length)
    throw new RehearsalError(
      "invalid_input",
      `forkFrom: turn is ${String(turn)}; the conversation has turns 1 to ${String(turns.length)}.`,
    );
  const at = startOf(turns, turn);
  const speaksAnew = say === undefined && ofTheUser.some((key) => change[key] !== undefined);
  const lines =
    say ?? turns.slice(at).flatMap((each) => (each.role === "user" && !isInserted(each) ? [each.content] : []));
  const script: Script = { turns: lines.map((line) => ({ say: line })), faults: [], seed: 0 };
  const origin = goldenId ?? name ?? "conversation";
  const { metadata: { script: _, ...metadata } = {}, ...carried } = fromTestCase(testCase);
  const { script: __, ...more } = change.metadata ?? {};
  return parse(
    conversationalGoldenSchema,
    {
      ...carried,
      id: `${origin}-from-${String(turn)}`,
      ...change,
      turns: turns.slice(0, at).map(withoutTrace),
      metadata: {
        ...metadata,
        ...more,
        ...(!speaksAnew && { script: scriptToKeep(script) as unknown as JsonObject }),
        forkedFrom: { golden: origin, turn, ...(seed !== undefined && { seed }) },
      },
    },
    "forkFrom: the golden",
  );
}

/** What a user goes by: what it said by other ones is not what it would say by these. */
const ofTheUser = ["scenario", "persona", "goals", "facts", "unknown", "confirms", "language"] as const;

/** Index of the turn with which the user goes on. */
function startOf(turns: readonly Turn[], turn: number): number {
  if (turns[turn - 1]?.role === "user") return turn - 1;
  const asked = turns.slice(0, turn - 1).findLastIndex((each) => each.role === "user" && !isInserted(each));
  return asked < 0 ? turn - 1 : asked;
}

/** A trace of another run is in no trace of this one. */
const withoutTrace = ({ traceId: _, ...turn }: Turn): Turn => turn;

function fromTestCase(
  testCase: ConversationalTestCase,
): Partial<ConversationalGolden> & Pick<ConversationalGolden, "scenario"> {
  const { scenario, name, goldenId, expectedOutcome, persona, context, chatbotRole, tags, metadata } = testCase;
  const all = { expectedOutcome, persona, context, chatbotRole, tags, metadata };
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  return {
    scenario: scenario ?? `It goes on from a turn of ${goldenId ?? name ?? "another conversation"}.`,
    ...(Object.fromEntries(given) as Partial<ConversationalGolden>),
    ...assertedFieldsOf(testCase),
  };
}
