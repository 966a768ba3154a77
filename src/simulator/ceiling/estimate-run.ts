import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import { modelFromEnv } from "../../models/from-env.js";
import type { ScriptFor } from "../script/played-script.js";
import type { Env, Settings } from "../options.js";
import { decidersOf, playerIn } from "./deciders.js";
import { estimated, type Estimate, type Measured } from "./estimate.js";
import type { Prices } from "./prices.js";

export interface EstimateRun {
  readonly goldens: readonly ConversationalGolden[];
  readonly maxUserSimulations: number;
  readonly capsScripts: boolean;
  readonly prices: Prices;
  readonly measured?: Measured | undefined;
}

type Asking = Pick<Settings, "user" | "model" | "decisionModel" | "stopping">;

/** The estimate for a simulator of these settings. `scriptFor`: which scripts it plays. */
export function estimateRun(
  { goldens, ...input }: EstimateRun,
  settings: Asking,
  scriptFor: ScriptFor,
  env?: Env,
): Estimate {
  return estimated(goldens, { ...input, ...askedFor(settings, scriptFor, env) });
}

/** The models that will be asked for the users of these goldens, as they are asked for. */
export function modelsAsked(
  goldens: readonly ConversationalGolden[],
  settings: Asking,
  scriptFor: ScriptFor,
  env?: Env,
): readonly string[] {
  const { userModelOf, decidersOf: deciding } = askedFor(settings, scriptFor, env);
  const models = goldens.flatMap((golden) => [userModelOf(golden), ...deciding(golden).map(({ model }) => model)]);
  return [...new Set(models)].filter((model) => model !== undefined);
}

function askedFor({ user, model, decisionModel, stopping }: Asking, scriptFor: ScriptFor, env: Env | undefined) {
  const byDefault = model?.id ?? modelFromEnv(env)?.id;
  const userOf = (golden: ConversationalGolden) => (typeof user === "function" ? user(golden) : user);
  const scriptTurnsOf = (golden: ConversationalGolden) =>
    scriptFor(golden)?.turns.length ?? userOf(golden)?.scriptTurns;
  return {
    scriptTurnsOf,
    userModelOf: (golden: ConversationalGolden) => {
      if (scriptFor(golden) !== undefined) return undefined;
      const chosen = userOf(golden);
      return chosen === undefined ? byDefault : playerIn(chosen);
    },
    decidersOf: (golden: ConversationalGolden) =>
      decidersOf(golden, { user: userOf(golden), model: byDefault, decisionModel, stopping }),
  };
}
