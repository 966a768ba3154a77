export { clusterBootstrap, type BootstrapEstimate, type BootstrapOptions } from "./cluster-bootstrap.js";
export type { Interval } from "./interval.js";
export { mcnemarExact } from "./mcnemar-exact.js";
export { minimumDetectableEffect, type EffectOptions } from "./minimum-detectable-effect.js";
export { passAtK, passHatK } from "./pass-k.js";
export { percentile, valuesNeeded } from "./percentile.js";
export { wilsonInterval } from "./wilson-interval.js";
