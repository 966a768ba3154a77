import type { ModelClock } from "./deadline.js";
import { RateGate } from "./rate-gate.js";

const gates = new WeakMap<object, Map<string, RateGate>>();

/**
 * The gate of one model at one place, the same for all who call it on this clock: a provider that limits the rate of one
 * means them all. `name`: what the provider counts together.
 */
export function sharedGate(clock: ModelClock, name: readonly (string | null)[]): RateGate {
  const ofClock = gates.get(clock) ?? new Map<string, RateGate>();
  gates.set(clock, ofClock);
  const key = JSON.stringify(name);
  const gate = ofClock.get(key) ?? new RateGate(clock);
  ofClock.set(key, gate);
  return gate;
}
