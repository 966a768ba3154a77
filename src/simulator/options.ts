import { messageOf, RehearsalError } from "../errors.js";
import type { InterceptPlan } from "../environment/interception/intercept-tools.js";
import type { Environment } from "../environment/world/environment.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { DecisionModel } from "../models/decision-model.js";
import type { LanguageModel } from "../models/language-model.js";
import type { RetrieverTools } from "../tracing/reading/build-trace.js";
import type { Agent } from "./agent.js";
import { systemClock, type Clock } from "./clock.js";
import { rootSeed } from "./random.js";
import {
  stoppingOptionNames,
  stoppingSettings,
  type StoppingOptions,
  type StoppingSettings,
} from "./stopping/stopping-options.js";
import type { User } from "./user.js";
import { described, unknownOption } from "../test-case/unknown-option.js";
import { simulateOptions } from "./simulate-options.js";

/** One user for all conversations, or one for each golden. */
export type UserChoice = User | ((golden: ConversationalGolden) => User);

export interface ConversationSimulatorOptions extends StoppingOptions {
  /** The agent under test. */
  readonly agent?: Agent;
  /** Another name for `agent`; give one of the two. */
  readonly modelCallback?: Agent;
  /**
   * Who talks with the agent. Default: for a golden that carries a script (`metadata.script`, as `fuzz` and `forkFrom` write
   * it) that script, with the faults of tools that it plans; for others a `LanguageModelUser` where `model` is given or the environment names a model
   * (`REHEARSAL_MODEL`, `OPENAI_API_KEY`), else an `AgendaUser`, which goes by rules and needs no key.
   */
  readonly user?: UserChoice;
  /**
   * The model that plays the user where `user` is not given, decides the edges of graphs, and judges where `judge` is not
   * given. Default: the one that the environment names, if any.
   */
  readonly model?: LanguageModel;
  /** Decides the edges of graphs that are given in words. Default: `model`. */
  readonly decisionModel?: DecisionModel;
  /**
   * Where the agent's tools run: each conversation has a world of its own, which the agent gets as `world`, and whose tools
   * stand in for observed ones of the same names. Default: the agent's tools are real.
   */
  readonly environment?: Environment;
  /** What becomes of the agent's real tools, by name: see `interceptTools`. Default: they are called. */
  readonly intercept?: InterceptPlan;
  /** Tools of the agent whose results are retrieved documents: names, or a test of the name. Default: none. */
  readonly retrieverTools?: RetrieverTools;
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
  /**
   * Default: the system's. On any other, runs with one seed are equal: what observed calls took is told by that clock, from
   * the beginning of the conversation, and where nobody exports the spans, their ids are derived from the seed.
   */
  readonly clock?: Clock;
}

const known = [
  "agent",
  "modelCallback",
  "user",
  "model",
  "decisionModel",
  ...stoppingOptionNames,
  "environment",
  "intercept",
  "retrieverTools",
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
  readonly decisionModel: DecisionModel | undefined;
  readonly stopping: StoppingSettings;
  readonly environment: Environment | undefined;
  readonly intercept: InterceptPlan | undefined;
  readonly retrieverTools: RetrieverTools | undefined;
  readonly maxConcurrent: number;
  readonly seed: string;
  readonly signal: AbortSignal | undefined;
  readonly turnTimeoutMs: number;
  readonly conversationTimeoutMs: number;
  readonly clock: Clock;
}

/** The options checked and with their defaults. Throws a RehearsalError that names the option and what it got. */
export function settingsOf(options: ConversationSimulatorOptions, env?: Env): Settings {
  const slip = notOptions(options);
  if (slip !== undefined) throw wrong(`it takes an object of options; got ${slip}`);
  const misplaced = Object.keys(options).find((key) => !isKnown(key) && isSimulateOption(key));
  if (misplaced !== undefined) throw wrong(`${misplaced} belongs to a run: simulate({ ${misplaced}: … })`);
  refuseUnknown(options, known);
  const { agent, modelCallback, user } = options;
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
  if (isClass(user)) {
    const name = user.name || "the class";
    throw wrong(`user must be a User; got the class ${name} itself: write new ${name}(…)`);
  }
  if (user !== undefined && typeof user !== "function" && !isUser(user)) {
    throw wrong(`user must be a User (an object with next) or a function of a golden; got ${shown(user)}`);
  }
  const { environment, intercept } = options;
  if (environment !== undefined && typeof (environment as Partial<Environment> | null)?.open !== "function") {
    throw wrong(`environment must be what createEnvironment returns; got ${shown(environment)}`);
  }
  if (intercept !== undefined && !((intercept as Partial<InterceptPlan> | null)?.rules instanceof Map)) {
    throw wrong(`intercept must be what interceptTools returns; got ${shown(intercept)}`);
  }
  checkMade(options);
  return {
    environment,
    intercept,
    retrieverTools: options.retrieverTools,
    agent: called,
    user,
    model: options.model,
    decisionModel: options.decisionModel,
    stopping: stoppingSettings(options),
    maxConcurrent: positiveInteger("maxConcurrent", options.maxConcurrent, 5),
    seed: rootSeed(options.seed, env),
    signal: abortSignal(options.signal),
    turnTimeoutMs: duration("turnTimeoutMs", options.turnTimeoutMs, 60_000),
    conversationTimeoutMs: duration("conversationTimeoutMs", options.conversationTimeoutMs, 600_000),
    clock: options.clock ?? systemClock,
  };
}

/** The options that are objects of others: a name, a class or null in their place would fail in each conversation, or never be missed. */
function checkMade({ model, decisionModel, clock, retrieverTools }: ConversationSimulatorOptions): void {
  const has = (value: unknown, ...methods: readonly string[]): boolean =>
    ((typeof value === "object" && value !== null) || typeof value === "function") &&
    methods.every((method) => typeof (value as Readonly<Record<string, unknown>>)[method] === "function");
  if (model !== undefined && !has(model, "generate"))
    throw wrong(
      `model must be a LanguageModel (an object with generate), as new OpenAIModel(…) is; got ${shown(model)}`,
    );
  if (decisionModel !== undefined && !has(decisionModel, "decide"))
    throw wrong(`decisionModel must be a DecisionModel (an object with decide); got ${shown(decisionModel)}`);
  if (clock !== undefined && !has(clock, "now", "setTimeout"))
    throw wrong(`clock must be a Clock (an object with now and setTimeout); got ${shown(clock)}`);
  if (retrieverTools === undefined) return;
  if (!Array.isArray(retrieverTools) || retrieverTools.some((name: unknown) => typeof name !== "string"))
    throw wrong(`retrieverTools must be a list of names of tools; got ${shown(retrieverTools)}`);
}

const isKnown = (key: string): boolean => (known as readonly string[]).includes(key);
const isSimulateOption = (key: string): boolean => (simulateOptions as readonly string[]).includes(key);

/** A class of users is a function too, and would fail in each conversation. */
const isClass = (user: unknown): user is { readonly name: string } =>
  typeof user === "function" && isUser((user as { readonly prototype?: unknown }).prototype);

/** What is given where an object of options should be. Undefined: one is. */
export const notOptions = (options: unknown): string | undefined =>
  typeof options === "object" && options !== null && !Array.isArray(options) ? undefined : described(options);

/** A misspelt option would else be one that is not given, in silence. */
export function refuseUnknown(options: object, names: readonly string[]): void {
  const unknown = unknownOption(options, names);
  if (unknown !== undefined) throw wrong(unknown);
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

/** Undefined: there is none. A signal of another library than the platform's will do. */
export function abortSignal(value: unknown): AbortSignal | undefined {
  if (value === undefined) return undefined;
  const { aborted, addEventListener } = (value ?? {}) as Partial<AbortSignal>;
  if (typeof aborted === "boolean" && typeof addEventListener === "function") return value as AbortSignal;
  throw wrong(`signal must be an AbortSignal, such as controller.signal; got ${shown(value)}; leave it out for none`);
}

const wrong = (message: string): RehearsalError =>
  new RehearsalError("invalid_input", `ConversationSimulator: ${message}.`);

const shown = (value: unknown): string =>
  typeof value === "number" || value === undefined ? String(value) : messageOf(JSON.stringify(value) ?? typeof value);
