import { RehearsalError } from "../../errors.js";
import type { User, UserMove, UserRequest } from "../user.js";

/** The next line. Null: the script has ended. A move may say more: an end of its own, or last words. */
export type Script = (request: UserRequest) => string | UserMove | null | Promise<string | UserMove | null>;

const SCRIPT_ENDED: UserMove = { end: "the script ended" };

/** A user who says the same lines whatever the agent answers: the given ones in order, or what a function gives. */
export class ScriptedUser implements User {
  readonly name = "ScriptedUser";
  readonly #script: Script;

  constructor(lines: readonly string[] | Script) {
    if (typeof lines === "function") {
      this.#script = lines;
      return;
    }
    const copy = checkedLines(lines);
    this.#script = ({ userTurns }) => copy[userTurns] ?? null;
  }

  next(request: UserRequest): UserMove | Promise<UserMove> {
    const line = this.#script(request);
    if (typeof line === "object" && line !== null && "then" in line) return Promise.resolve(line).then(moveOf);
    return moveOf(line);
  }
}

function checkedLines(lines: readonly unknown[]): readonly string[] {
  const what = "ScriptedUser takes a list of lines or a function";
  if (!Array.isArray(lines)) throw new RehearsalError("invalid_input", `${what}: got ${typeof lines}.`);
  return lines.map((line: unknown, at) => {
    if (typeof line === "string") return line;
    throw new RehearsalError("invalid_input", `${what}: line ${String(at + 1)} is no text.`);
  });
}

function moveOf(line: string | UserMove | null): UserMove {
  if (line === null) return SCRIPT_ENDED;
  return typeof line === "string" ? { say: line } : line;
}
