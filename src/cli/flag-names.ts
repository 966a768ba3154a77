import type { SimulateFlags } from "./simulate-flags.js";

/** The flags that decide what happens in conversations, as they are typed. */
export const flagNames = {
  agent: "--agent",
  only: "--only",
  trials: "--trials",
  trial: "--trial",
  gate: "--gate",
  maxInfrastructure: "--max-infrastructure",
  seed: "--seed",
  maxTurns: "--max-turns",
  turnTimeout: "--turn-timeout",
  user: "--user",
  cassettes: "--cassettes",
  recordCassettes: "--record",
  replay: "--replay",
  writes: "--writes",
} as const satisfies Partial<Record<keyof SimulateFlags, string>>;
