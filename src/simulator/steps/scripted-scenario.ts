import { RehearsalError } from "../../errors.js";
import type { User, UserModels, UserMove, UserRequest } from "../user.js";
import type * as ScenarioMove from "./scenario-move.js";
import { nameOfStep, type Check, type Step } from "./step.js";
import { steps as made } from "./steps.js";

export interface ScriptedScenarioOptions {
  /** Who speaks where the script leaves it to the golden's usual user. Default: the simulator's model, else rules. */
  readonly user?: User;
}

/**
 * A scenario written by hand, as a user: its steps are done in order, those that assert right after the reply that they
 * are about. The first that fails ends the conversation, and `assertTest` and `evaluate` fail with its message; what a
 * script has not asserted when something else ends the conversation is errored, never passed. A function among the steps
 * is a check.
 *
 * @example
 * const user = new ScriptedScenario([
 *   steps.user("Hi, my headphones broke."),
 *   steps.agent(/order number/i),
 *   steps.inject({ tool: "lookup_order", message: "503 Service Unavailable" }),
 *   steps.user("It's A-1042."),
 *   steps.check(({ toolsCalled = [] }) => toolsCalled.some(({ name }) => name === "lookup_order")),
 *   steps.proceed(4),
 *   steps.judge("The agent apologised for the delay."),
 * ]);
 */
export class ScriptedScenario implements User {
  readonly name = "ScriptedScenario";
  readonly isScripted = true;
  readonly leads = true;
  readonly steps: readonly Step[];
  /** The most user turns that its steps come to. Absent: it lets others talk without a bound. */
  readonly scriptTurns?: number;
  readonly #user: User | undefined;

  /** Throws a RehearsalError where the list is empty, holds something else than steps, or has a tool fail in no reply. */
  constructor(steps: readonly (Step | Check)[], { user }: ScriptedScenarioOptions = {}) {
    this.steps = checkedSteps(steps);
    const turns = this.steps.reduce((sum, step) => sum + turnsOf(step), 0);
    if (turns < Infinity) this.scriptTurns = turns;
    this.#user = user;
  }

  /** Rejects where a step needs a judge and there is none. */
  async ready(models: UserModels): Promise<void> {
    await this.#user?.ready?.(models);
    const at = this.steps.findIndex(({ kind }) => kind === "judge");
    if (at < 0 || models.judge !== undefined) return;
    throw new RehearsalError(
      "missing_setting",
      `ScriptedScenario: step ${String(at + 1)} (judge) needs a judge, and there is none. Give the simulator judge or ` +
        "model, or set REHEARSAL_MODEL or OPENAI_API_KEY.",
    );
  }

  async next(request: UserRequest): Promise<UserMove> {
    const { scenarioMove } = await (moving ??= import("./scenario-move.js"));
    return scenarioMove(this.steps, request, this.#user);
  }
}

/** Loaded where a script first speaks; asking the loader each time costs more than the move. */
let moving: Promise<typeof ScenarioMove> | undefined;

function turnsOf(step: Step): number {
  if (step.kind === "proceed") return step.turns ?? Infinity;
  return step.kind === "user" ? 1 : 0;
}

function checkedSteps(steps: readonly (Step | Check)[]): readonly Step[] {
  const list: readonly unknown[] = Array.isArray(steps) ? steps : [];
  if (list.length === 0) {
    throw new RehearsalError("invalid_input", 'ScriptedScenario takes a list of steps, such as [steps.user("Hi")].');
  }
  const checked = Array.from(list, (step, at): Step => {
    if (typeof step === "function") return made.check(step as Check);
    if (typeof step === "object" && step !== null && "kind" in step && typeof step.kind === "string")
      return step as Step;
    throw new RehearsalError("invalid_input", `ScriptedScenario: step ${String(at + 1)} is none; make it with steps.`);
  });
  const speaksAt = checked.findLastIndex(({ kind }) => kind === "user" || kind === "proceed");
  const late = checked.findIndex(({ kind }, at) => kind === "toolFailure" && at > speaksAt);
  const step = checked[late];
  if (step === undefined) return checked;
  throw new RehearsalError(
    "invalid_input",
    `ScriptedScenario: ${nameOfStep(step, late)} has a tool fail in the reply to the user's next words, and the user says ` +
      "nothing after it. Put it before the user step in whose reply the tool is called.",
  );
}
