import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import { modelFromEnv } from "../../models/from-env.js";
import type { Env, Settings } from "../options.js";
import { estimated, type Estimate, type Measured } from "./estimate.js";
import type { Prices } from "./prices.js";

export interface EstimateRun {
  readonly goldens: readonly ConversationalGolden[];
  readonly maxUserSimulations: number;
  readonly prices: Prices;
  readonly measured?: Measured | undefined;
}

/** The estimate for a simulator of these settings. */
export function estimateRun(
  { goldens, ...input }: EstimateRun,
  { user, model }: Pick<Settings, "user" | "model">,
  env?: Env,
): Estimate {
  const byDefault = model?.id ?? modelFromEnv(env)?.id;
  const userModelOf = (golden: ConversationalGolden) =>
    user === undefined ? byDefault : (typeof user === "function" ? user(golden) : user).modelId;
  return estimated(goldens, { ...input, userModelOf });
}
