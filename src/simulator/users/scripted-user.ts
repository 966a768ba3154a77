import { RehearsalError } from "../../errors.js";
import type { ConversationalTestCaseInput } from "../../test-case/conversational-test-case.js";
import { parse } from "../../test-case/schema.js";
import { isInserted, turnSchema, type TurnInput } from "../../test-case/turn.js";
import type { User, UserMove, UserRequest } from "../user.js";

/** The next line. Null: the script has ended. A move may say more: an end of its own, or last words. */
export type Script = (request: UserRequest) => string | UserMove | null | Promise<string | UserMove | null>;

const SCRIPT_ENDED: UserMove = { end: "the script ended" };

/** What was recorded: a test case, a golden with turns, or the turns themselves. */
export type RecordedConversation =
  | readonly TurnInput[]
  | Pick<ConversationalTestCaseInput, "turns" | "seededTurns">
  | { readonly turns?: readonly TurnInput[] };

/** A user who says the same lines whatever the agent answers: the given ones in order, or what a function gives. */
export class ScriptedUser implements User {
  readonly name = "ScriptedUser";
  readonly isScripted = true;
  /** How many lines it has. Absent: a function gives them. */
  readonly scriptTurns?: number;
  readonly #script: Script;

  constructor(lines: readonly string[] | Script) {
    if (typeof lines === "function") {
      this.#script = lines;
      return;
    }
    const copy = checkedLines(lines);
    this.scriptTurns = copy.length;
    this.#script = ({ userTurns }) => copy[userTurns] ?? null;
  }

  /**
   * The user of a recorded conversation, who says again what it said then. Of a test case, the turns that its golden began
   * with are left out, as that golden says them again. Throws a RehearsalError where the user said nothing.
   *
   * @example
   * const user = ScriptedUser.from(JSON.parse(readFileSync("recorded.json", "utf8")));
   */
  static from(recorded: RecordedConversation): ScriptedUser {
    return new ScriptedUser(recordedLines(recorded));
  }

  next(request: UserRequest): UserMove | Promise<UserMove> {
    const line = this.#script(request);
    if (typeof line === "object" && line !== null && "then" in line) return Promise.resolve(line).then(moveOf);
    return moveOf(line);
  }
}

function recordedLines(recorded: RecordedConversation): readonly string[] {
  const given: unknown = Array.isArray(recorded) ? { turns: recorded as unknown } : recorded;
  const { turns, seededTurns = 0 } = (given ?? {}) as { readonly turns?: unknown; readonly seededTurns?: number };
  if (!Array.isArray(turns)) {
    throw new RehearsalError(
      "invalid_input",
      "ScriptedUser.from takes a test case of a conversation, or its turns; this has none.",
    );
  }
  const lines = turns
    .slice(seededTurns)
    .map((turn: unknown) => parse(turnSchema, turn, "A recorded turn"))
    .flatMap((turn) => (turn.role === "user" && !isInserted(turn) ? [turn.content] : []));
  if (lines.length > 0) return lines;
  throw new RehearsalError("invalid_input", "ScriptedUser.from: the user of that conversation never said anything.");
}

function checkedLines(lines: readonly unknown[]): readonly string[] {
  const what = "ScriptedUser takes a list of lines or a function";
  if (!Array.isArray(lines)) throw new RehearsalError("invalid_input", `${what}: got ${typeof lines}.`);
  if (lines.length === 0)
    throw new RehearsalError("invalid_input", `${what}: the list is empty, and a user who says nothing asks nothing.`);
  const copy: string[] = [];
  // By index: what goes over the items would leave out those that were never set.
  for (let at = 0; at < lines.length; at++) {
    const line: unknown = lines[at];
    if (typeof line !== "string")
      throw new RehearsalError("invalid_input", `${what}: line ${String(at + 1)} is no text.`);
    copy.push(line);
  }
  return copy;
}

function moveOf(line: string | UserMove | null): UserMove {
  if (line === null) return SCRIPT_ENDED;
  return typeof line === "string" ? { say: line } : line;
}
