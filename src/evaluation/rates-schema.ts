import type { BootstrapEstimate } from "../statistics/cluster-bootstrap.js";
import type { Interval } from "../statistics/interval.js";
import { lazySchema, strict, type Schema, type ZodModule } from "../test-case/schema.js";
import type { Gate } from "./gate.js";
import type { GateOutcome } from "./gate-outcome.js";
import type { Infrastructure } from "./infrastructure.js";
import type { GoldenRates, RunRates } from "./rates.js";

const share = (z: ZodModule) => z.number().min(0).max(1);
const count = (z: ZodModule) => z.int().nonnegative();
const interval = (z: ZodModule) => strict<Interval>(z, { low: share(z), high: share(z) });

/** The rates in a run record. */
export const ratesSchema: Schema<RunRates> = lazySchema((z) => {
  const estimate = strict<BootstrapEstimate>(z, { estimate: share(z), low: share(z), high: share(z) }).nullable();
  return strict<RunRates>(z, {
    goldens: z.array(
      strict<GoldenRates>(z, {
        name: z.string(),
        trials: count(z),
        successes: count(z),
        infrastructure: count(z),
        unjudged: count(z),
        flaky: z.literal(true).optional(),
        rate: share(z).nullable(),
        interval: interval(z).nullable(),
        passHatK: z.array(share(z)),
        passAtK: z.array(share(z)),
      }),
    ),
    rate: estimate,
    passHatK: z.array(estimate),
    passAtK: z.array(estimate),
    infrastructure: strict<Infrastructure>(z, {
      errors: count(z),
      share: share(z).nullable(),
      maxShare: share(z),
      tooMany: z.boolean(),
    }),
  });
});

const gateSchema = (z: ZodModule) =>
  z.union([
    strict<Extract<Gate, { passHatK: number }>>(z, { passHatK: z.int().positive(), atLeast: share(z) }),
    strict<Extract<Gate, { passRate: number }>>(z, { passRate: share(z) }),
    strict<Extract<Gate, { lowerBound: number }>>(z, { lowerBound: share(z) }),
  ]);

/** The outcome of a gate in a run record. */
export const gateOutcomeSchema: Schema<GateOutcome> = lazySchema((z) =>
  strict<GateOutcome>(z, {
    gate: gateSchema(z),
    verdict: z.enum(["passed", "failed", "errored"]),
    figure: share(z).nullable(),
    interval: interval(z).nullable(),
    reason: z.string(),
    notHeld: count(z).optional(),
  }),
);
