import type { JsonObject } from "../../test-case/json.js";
import { parse } from "../../test-case/schema.js";
import type { ScriptOutcome } from "../../test-case/script-outcome.js";
import { isInserted, turnSchema, type Turn } from "../../test-case/turn.js";
import type { User, UserEnding, UserLine, UserMove, UserRequest } from "../user.js";
import { assertStep } from "./assert-step.js";
import { replyIn, scenarioState } from "./scenario-state.js";
import { untakenFailures } from "./failing-tools.js";
import { asserts, nameOfStep, type PlannedFailure, type Step } from "./step.js";
import { usualUser } from "./usual-user.js";

/**
 * Does the steps that are due, up to the next words of the user or the end. Where the script is, is in the `metadata` of
 * its own turns: `step` is the number of the step that made one, `round` which turn of a `proceed`.
 */
export async function scenarioMove(steps: readonly Step[], request: UserRequest, given?: User): Promise<UserMove> {
  const user = given ?? usualUser(request.models);
  const script = new Script(steps, request);
  const { index, rounds } = positionIn(steps, request);
  const untaken = script.untaken();
  if (untaken !== null) return untaken;
  for (let at = index; at < steps.length; at++) {
    const step = steps[at];
    if (step === undefined) break;
    const move = await script.do(step, at, { user, rounds: at === index ? rounds : 0 });
    if (move !== null) return move;
  }
  return script.ended("The script ended.", steps.some(asserts) ? "passed" : undefined);
}

/** What comes of the steps until the user speaks. */
class Script {
  readonly #steps: readonly Step[];
  readonly #request: UserRequest;
  readonly #insert: Turn[] = [];
  readonly #failures: PlannedFailure[] = [];

  constructor(steps: readonly Step[], request: UserRequest) {
    this.#steps = steps;
    this.#request = request;
  }

  /** The end where nothing took a failure that was planned for the last reply: what follows would assert something else. */
  untaken(): UserEnding | null {
    const [failure] = untakenFailures(this.#request.turns);
    if (failure === undefined) return null;
    const { tool, step } = failure;
    const called = replyIn(this.#request.turns);
    const own = step === undefined ? undefined : this.#steps[step - 1];
    const name = step === undefined || own === undefined ? "steps.inject" : nameOfStep(own, step - 1);
    const reason = `${name}: nothing took the failure of "${tool}": ${callsAfterUser(this.#request.turns)}`;
    return this.ended(reason, "errored", {
      reason,
      ...(step !== undefined && { step }),
      ...(called !== null && { turn: called.turn }),
    });
  }

  /** Null: it is done, and the next one is due. */
  async do(step: Step, at: number, about: { readonly user: User; readonly rounds: number }): Promise<UserMove | null> {
    switch (step.kind) {
      case "user":
        return this.#user(step, at, about.user);
      case "proceed":
        return this.#proceed(step, at, about);
      case "message": {
        const turn = parse(turnSchema, step.turn, `The turn of ${nameOfStep(step, at)}`);
        this.#insert.push({ ...turn, metadata: { ...turn.metadata, inserted: true } });
        return null;
      }
      case "toolFailure":
        this.#failures.push({ ...step.failure, step: at + 1 });
        return null;
      case "succeed":
        return this.ended(step.reason, "passed", { step: at + 1 });
      case "fail":
        return this.ended(step.reason, "failed", { step: at + 1, reason: `${nameOfStep(step, at)}: ${step.reason}` });
      default: {
        const now = this.#now();
        const wrong = await assertStep(step, now);
        if (wrong === null) return null;
        const turn = wrong.turn ?? replyIn(now.turns)?.turn;
        const reason = `${nameOfStep(step, at)}: ${wrong.reason}`;
        return this.ended(reason, wrong.verdict, {
          ...wrong,
          reason,
          step: at + 1,
          ...(turn !== undefined && { turn }),
        });
      }
    }
  }

  ended(end: string, verdict?: ScriptOutcome["verdict"], more: Partial<ScriptOutcome> = {}): UserEnding {
    const script = verdict === undefined ? undefined : { reason: held(this.#steps, end), ...more, verdict };
    return { end, by: "script", ...this.#inserted(), ...(script && { script }) };
  }

  async #user({ say }: Extract<Step, { kind: "user" }>, at: number, user: User): Promise<UserMove | null> {
    if (this.#request.capped === true) return this.#line({ say: "" }, at);
    if (typeof say === "string") return this.#line({ say }, at);
    if (say !== undefined) return this.#line({ say: await say(scenarioState(this.#now())) }, at);
    const move = await user.next(this.#now());
    return "end" in move ? null : this.#line(move, at);
  }

  async #proceed(
    { turns = Infinity }: Extract<Step, { kind: "proceed" }>,
    at: number,
    { user, rounds }: { readonly user: User; readonly rounds: number },
  ): Promise<UserMove | null> {
    if (rounds >= turns) return null;
    // What the cap leaves of it is not said; what comes after it may still be asserted.
    if (this.#request.capped === true) return rounds > 0 ? null : this.#line({ say: "" }, at);
    const move = await user.next(this.#now());
    if ("end" in move) return null;
    return this.#line(move, at, { round: rounds + 1, ...(move.thenEnd !== undefined && { over: true }) });
  }

  /** The request with what was put in since. */
  #now(): UserRequest {
    return this.#insert.length === 0
      ? this.#request
      : { ...this.#request, turns: [...this.#request.turns, ...this.#insert] };
  }

  #line({ say, metadata }: Pick<UserLine, "say" | "metadata">, at: number, where: JsonObject = {}): UserLine {
    const failures = this.#failures.map(({ tool, message, times, step }) => ({
      tool,
      ...(step !== undefined && { step }),
      ...(message !== undefined && { message }),
      ...(times !== undefined && { times }),
    }));
    const left = this.#steps.flatMap((step, index) => (index > at && asserts(step) ? [nameOfStep(step, index)] : []));
    const [first] = left;
    return {
      say,
      ...this.#inserted(),
      metadata: { ...metadata, step: at + 1, ...where, ...(failures.length > 0 && { failTools: failures }) },
      ...(first !== undefined && {
        unfinished: `the conversation ended before ${String(left.length)} of its assertions, the next being ${first}`,
      }),
    };
  }

  #inserted(): { readonly insert?: readonly Turn[] } {
    return this.#insert.length === 0 ? {} : { insert: this.#insert };
  }
}

function held(steps: readonly Step[], reason: string): string {
  const count = steps.filter(({ kind }) => kind === "agent" || kind === "check" || kind === "judge").length;
  return count === 0 ? reason : `${String(count)} ${count === 1 ? "assertion" : "assertions"} of the script held`;
}

/** What the agent called in its last reply, for whoever looks for the slip. */
function callsAfterUser(turns: readonly Turn[]): string {
  const reply = turns.slice(turns.findLastIndex((turn) => turn.role === "user" && !isInserted(turn)) + 1);
  const told = reply.flatMap(({ toolsCalled }) => (toolsCalled === undefined ? [] : [toolsCalled]));
  if (told.length === 0)
    return "no tool of that name came by here; it fails only where it runs in this process and is wrapped (observe, interceptAISDKTools, interceptLangChainTools, an MCP client)";
  const names = [...new Set(told.flat().map(({ name }) => name))];
  if (names.length === 0) return "the agent called no tool in its reply";
  return `the agent called no tool of that name in its reply, but ${names.join(", ")}`;
}

/** The step that is due, and how many turns of it were made. */
function positionIn(
  steps: readonly Step[],
  { golden, turns }: UserRequest,
): { readonly index: number; readonly rounds: number } {
  const own = turns
    .slice(golden.turns?.length ?? 0)
    .findLast((turn) => turn.role === "user" && !isInserted(turn) && typeof turn.metadata?.step === "number");
  const { step, round, over } = own?.metadata ?? {};
  if (typeof step !== "number") return { index: 0, rounds: 0 };
  const goesOn = steps[step - 1]?.kind === "proceed" && over !== true;
  return goesOn ? { index: step - 1, rounds: typeof round === "number" ? round : 0 } : { index: step, rounds: 0 };
}
