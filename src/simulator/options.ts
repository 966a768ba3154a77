import { messageOf, RehearsalError } from "../errors.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { LanguageModel } from "../models/language-model.js";
import type { Agent } from "./agent.js";
import { systemClock, type Clock } from "./clock.js";
import { rootSeed } from "./random.js";
import type { StoppingController } from "./stopping.js";
import type { User } from "./user.js";

/** One user for all conversations, or one for each golden. */
export type UserChoice = User | ((golden: ConversationalGolden) => User);

export interface ConversationSimulatorOptions {
  /** The agent under test. */
  readonly agent?: Agent;
  /** Another name for `agent`; give one of the two. */
  readonly modelCallback?: Agent;
  /**
   * Who talks with the agent. Default: a `LanguageModelUser` where `model` is given or the environment names a model
   * (`REHEARSAL_MODEL`, `OPENAI_API_KEY`), else an `AgendaUser`, which goes by rules and needs no key.
   */
  readonly user?: UserChoice;
  /** The model that plays the user where `user` is not given. */
  readonly model?: LanguageModel;
  /** Asked before every user turn whether to go on. Default: nobody is asked, the user ends by itself or the cap does. */
  readonly stoppingController?: StoppingController;
  /** Conversations held at the same time. Default: 5. */
  readonly maxConcurrent?: number;
  /** What thread ids and random numbers are derived from. Default: `REHEARSAL_SEED` of the environment, else `"0"`. */
  readonly seed?: string | number;
  /** Ends all conversations; each is still returned, with what was said until then. */
  readonly signal?: AbortSignal;
  /** Milliseconds for one reply of the agent, one move of the user, one answer of the controller. Default: 60 000. */
  readonly turnTimeoutMs?: number;
  /** Milliseconds for a whole conversation. Default: 600 000. `Infinity` for either means no deadline. */
  readonly conversationTimeoutMs?: number;
  /** Default: the system's. */
  readonly clock?: Clock;
}

const known = [
  "agent",
  "modelCallback",
  "user",
  "model",
  "stoppingController",
  "maxConcurrent",
  "seed",
  "signal",
  "turnTimeoutMs",
  "conversationTimeoutMs",
  "clock",
] as const satisfies readonly (keyof ConversationSimulatorOptions)[];

/** The environment variables that are read, by default those of the process. */
export type Env = Readonly<Record<string, string | undefined>>;

export interface Settings {
  readonly agent: Agent;
  readonly user: UserChoice | undefined;
  readonly model: LanguageModel | undefined;
  readonly stoppingController: StoppingController | undefined;
  readonly maxConcurrent: number;
  readonly seed: string;
  readonly signal: AbortSignal | undefined;
  readonly turnTimeoutMs: number;
  readonly conversationTimeoutMs: number;
  readonly clock: Clock;
}

/** The options checked and with their defaults. Throws a RehearsalError that names the option and what it got. */
export function settingsOf(options: ConversationSimulatorOptions, env?: Env): Settings {
  refuseUnknown(options, known);
  const { agent, modelCallback, user, stoppingController } = options;
  if (agent !== undefined && modelCallback !== undefined) {
    throw wrong("agent and modelCallback are two names for one option; give one of them");
  }
  const called = agent ?? modelCallback;
  if (typeof called !== "function") {
    throw new RehearsalError(
      called === undefined ? "missing_setting" : "invalid_input",
      `ConversationSimulator needs agent, a function that answers the user; it got ${shown(called)}.`,
    );
  }
  if (user !== undefined && typeof user !== "function" && !isUser(user)) {
    throw wrong(`user must be a User (an object with next) or a function of a golden; got ${shown(user)}`);
  }
  if (stoppingController !== undefined && typeof stoppingController !== "function") {
    throw wrong(`stoppingController must be a function; got ${shown(stoppingController)}`);
  }
  return {
    agent: called,
    user,
    model: options.model,
    stoppingController,
    maxConcurrent: positiveInteger("maxConcurrent", options.maxConcurrent, 5),
    seed: rootSeed(options.seed, env),
    signal: options.signal,
    turnTimeoutMs: duration("turnTimeoutMs", options.turnTimeoutMs, 60_000),
    conversationTimeoutMs: duration("conversationTimeoutMs", options.conversationTimeoutMs, 600_000),
    clock: options.clock ?? systemClock,
  };
}

/** A misspelt option would else be one that is not given, in silence. */
export function refuseUnknown(options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).find((key) => !names.includes(key));
  if (unknown !== undefined) throw wrong(`unknown option "${unknown}"; known options: ${names.join(", ")}`);
}

export const isUser = (value: unknown): value is User =>
  typeof value === "object" && value !== null && "next" in value && typeof value.next === "function";

export function positiveInteger(name: string, value: unknown, byDefault: number): number {
  if (value === undefined) return byDefault;
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return value;
  throw wrong(`${name} must be a positive integer; got ${shown(value)}`);
}

function duration(name: string, value: unknown, byDefault: number): number {
  if (value === undefined) return byDefault;
  if (typeof value === "number" && value > 0) return value;
  throw wrong(`${name} must be a positive number of milliseconds; got ${shown(value)}`);
}

const wrong = (message: string): RehearsalError =>
  new RehearsalError("invalid_input", `ConversationSimulator: ${message}.`);

const shown = (value: unknown): string =>
  typeof value === "number" || value === undefined ? String(value) : messageOf(JSON.stringify(value) ?? typeof value);
