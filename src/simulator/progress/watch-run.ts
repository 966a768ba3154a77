import { RehearsalError } from "../../errors.js";
import type { ConversationalTestCase } from "../../test-case/conversational-test-case.js";
import { checkedCeiling } from "../ceiling/ceiling.js";
import { checkedPrices } from "../ceiling/prices.js";
import type { Clock } from "../clock.js";
import type { Job } from "../jobs.js";
import type { Ports } from "../ports.js";
import type { SimulateOptions } from "../simulate-options.js";
import { Indicator, isCI, kindOf, type Env, type Later, type Screen } from "./indicator.js";
import { RunWatch } from "./run-watch.js";

export interface WatchSurroundings {
  /** Conversations. */
  readonly total: number;
  readonly clock: Clock;
  readonly env?: Env | undefined;
  readonly screen?: Screen | undefined;
  readonly later?: Later | undefined;
  readonly warn?: ((message: string) => void) | undefined;
}

/** What `simulate` needs of the watch over a run. */
export interface Watch {
  /** Fires when the ceiling is reached. */
  readonly signal: AbortSignal;
  readonly ports: Pick<Ports, "onBegun" | "onTurn" | "onSpent">;
  finished(job: Job, testCase: ConversationalTestCase): void;
  over(): void;
}

/** Watches over a run as its options say. Undefined: they ask for nothing that would need it. */
export function watchRun(options: SimulateOptions, surroundings: WatchSurroundings): Watch | undefined {
  const { total, clock, env = process.env, screen = process.stderr, later, warn = warnProcess } = surroundings;
  const ceiling = {
    maxTokens: checkedCeiling("maxTokens", options.maxTokens),
    maxCost: checkedCeiling("maxCost", options.maxCost),
  };
  const prices = options.prices === undefined ? {} : checkedPrices(options.prices, "simulate: prices");
  const { onProgress } = options;
  if (onProgress !== undefined && typeof onProgress !== "function") {
    throw new RehearsalError("invalid_input", `simulate: onProgress must be a function; got ${typeof onProgress}.`);
  }
  const shown = options.showIndicator ?? (onProgress === undefined && isWatched(screen, env));
  const isLimited = ceiling.maxTokens !== undefined || ceiling.maxCost !== undefined;
  if (!shown && !isLimited && onProgress === undefined) return undefined;
  const watch = new RunWatch({ total, clock, prices, ceiling, onProgress, warn });
  const indicator = shown ? new Indicator(screen, kindOf(screen, env), () => watch.progress, later) : undefined;
  return {
    signal: watch.signal,
    ports: {
      onBegun: (job, past) => watch.begun(job, past),
      onTurn: (job) => watch.turn(job),
      onSpent: (job, spending) => watch.spent(job, spending),
    },
    finished: (job, testCase) => watch.finished(job, testCase),
    over: () => {
      indicator?.end();
      watch.over();
    },
  };
}

/** A person looks at it, and it belongs to nobody else: a test runner draws on it itself. */
const isWatched = (screen: Screen, env: Env): boolean =>
  kindOf(screen, env) === "live" && !isCI(env) && !isTestRun(env);

/** mocha, jest and vitest define `it` or say so in the environment; `node --test` says so too. */
const isTestRun = (env: Env): boolean =>
  "it" in globalThis ||
  ["JEST_WORKER_ID", "VITEST", "NODE_TEST_CONTEXT", "MOCHA_WORKER_ID"].some((name) => env[name] !== undefined);

const warnProcess = (message: string): void => process.emitWarning(message, { type: "RehearsalWarning" });
