import type { JsonValue } from "../test-case/json.js";
import { withinOpenSeam } from "../test-case/tool-seam.js";
import type { Timer } from "./timer.js";
import { interceptTools, type InterceptPlan } from "./interception/intercept-tools.js";
import type { InterceptedCall } from "./interception/intercepted-call.js";
import { Interception } from "./interception/interception.js";
import { Lookout, type OnRecord } from "./interception/lookout.js";
import type { Environment } from "./world/environment.js";
import type { WorldSnapshot } from "./world/snapshot.js";
import type { TurnSnapshot, World, WorldOptions, WorldRecord } from "./world/world.js";

export interface StageOptions {
  /** Where the tools of the conversation run. Default: there is no world. */
  readonly environment?: Environment | undefined;
  /** What becomes of the agent's own tools. Default: those that the environment has too run there, all others are real. */
  readonly intercept?: InterceptPlan | undefined;
  /** The golden's state at the start. */
  readonly initialState?: JsonValue | undefined;
  /** Where the world goes on from, instead of the start. */
  readonly from?: WorldSnapshot<unknown> | undefined;
  /** What faults with a probability are drawn from: one for each conversation. Default: `"0"`. */
  readonly seed?: string | undefined;
  /** What slow answers wait by. Default: the system's timers. */
  readonly timer?: Timer | undefined;
  /** Puts something around every tool that the world hands out, such as `observe`. Default: nothing. */
  readonly wrap?: WorldOptions["wrap"];
}

/** What is left of a stage when its conversation is over. Plain JSON. */
export interface StageReport {
  /** The state at the end. Absent: there was no world. */
  readonly finalState?: JsonValue;
  /** Whether that is another than at the start. */
  readonly stateChanged?: boolean;
  /** The world after each turn. Absent: there was no world. */
  readonly turns?: readonly TurnSnapshot[];
  /** What came by of the agent's own tools, in order. */
  readonly calls: readonly InterceptedCall[];
  /** Tools that may write and were really called, though there was a world and no rule lets them pass. Absent: none. */
  readonly unplanned?: readonly string[];
  /** What is wrong with the tools of the environment themselves, each once: the conversation then proves nothing. */
  readonly mistakes: readonly string[];
}

/** All that surrounds the agent in one conversation: a world of its own, and its real tools kept from doing harm. */
export class Stage {
  /** Undefined: there is no environment. */
  readonly world: World | undefined;
  readonly #interception: Interception | undefined;
  /** The same for what is not the agent's, so that nothing of it counts as the agent's. */
  readonly #besides: Interception | undefined;
  readonly #lookout: Lookout | undefined;

  constructor({ environment, intercept, initialState, from, seed, timer, wrap }: StageOptions) {
    this.world = environment?.open({
      ...(initialState !== undefined && { initialState }),
      ...(from !== undefined && { from }),
      ...(seed !== undefined && { seed }),
      ...(timer !== undefined && { timer }),
      ...(wrap !== undefined && { wrap }),
    });
    if (intercept === undefined && this.world === undefined) return;
    const options = { world: this.world, timer, ...(seed !== undefined && { seed }) };
    this.#interception = new Interception(intercept ?? interceptTools({}), options);
    this.#besides = new Interception(this.#interception.plan, options);
    this.#lookout = new Lookout(this.#interception, this.world);
  }

  /**
   * From here until `close()` tools that are kept from the agent are refused to all in this process who call them in no
   * conversation: a call that has lost its context would else be real.
   */
  guard(): this {
    this.#lookout?.guard();
    return this;
  }

  /** Runs one exchange with the agent; `turn` is the number of its reply, from 1. Tools that it calls, now or later, are kept. */
  within<T>(turn: number, work: () => T): T {
    this.#interception?.beginTurn(turn);
    return this.#interception === undefined ? withinOpenSeam(work) : this.#interception.within(work);
  }

  /**
   * Runs what the conversation calls that is not the agent: its user, its controller, who is told of its end. Tools are kept
   * from them in the same way, and their calls are no calls of the agent.
   */
  beside<T>(work: () => T): T {
    return this.#besides === undefined ? withinOpenSeam(work) : this.#besides.within(work);
  }

  /** Says that the agent was not waited for in an exchange: it may go on by itself, and what it calls stays its own. */
  abandon(): void {
    this.#interception?.abandon();
  }

  /**
   * To be asked once after each exchange, when what was recorded of it has settled: which tool was called past all this,
   * for people. Undefined: none that is known. Else something real may have happened, and the conversation shows nothing.
   */
  complaint(turn: number, recorded: OnRecord): string | undefined {
    return this.#lookout?.complaint(turn, recorded);
  }

  /** The same of what came since, when the conversation is over. */
  lateComplaint(turn: number): string | undefined {
    return this.#lookout?.outside(turn);
  }

  /** Keeps the world as it is after this turn. */
  endTurn(turn: number): void {
    this.world?.endTurn(turn);
  }

  /** Ends all waits and tells what is left. */
  close(): StageReport {
    const { world } = this;
    const { unplanned = [] } = this.#interception ?? {};
    world?.close();
    this.#interception?.close();
    this.#besides?.close();
    this.#lookout?.close();
    return {
      ...(world !== undefined && {
        finalState: world.state as JsonValue,
        stateChanged: world.isChanged,
        turns: world.turns,
      }),
      calls: this.#interception?.calls ?? [],
      ...(unplanned.length > 0 && { unplanned }),
      mistakes: world === undefined ? [] : [...new Set(world.records.flatMap(mistakeOf))],
    };
  }
}

const mistakeOf = ({ result }: WorldRecord): readonly string[] =>
  result.type === "failed" && result.mistake === true ? [result.message] : [];
