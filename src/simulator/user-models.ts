import { RehearsalError } from "../errors.js";
import { modelFromEnv } from "../models/from-env.js";
import { loadOpenAI } from "../models/openai-client.js";
import { OpenAIModel } from "../models/openai-model.js";
import type { UserSurroundings } from "./default-user.js";
import type { Settings } from "./options.js";
import type { StoppingController } from "./stopping.js";
import { expectedOutcomeMet, firstOf } from "./stopping/expected-outcome-met.js";
import { languageModelJudge } from "./stopping/language-model-judge.js";
import type { UserModels } from "./user.js";

type Given = Pick<Settings, "model" | "decisionModel" | "stopping">;

/** The models that users and controllers are given: those of the options, else the one that the environment names. */
export function userModels(
  { model: given, decisionModel, stopping }: Given,
  { env = process.env, loadOpenAI: load = loadOpenAI }: UserSurroundings,
): UserModels {
  const language = given ?? (modelFromEnv(env) === null ? undefined : new OpenAIModel({}, { env, loadOpenAI: load }));
  const judge = stopping.judge ?? (language === undefined ? undefined : languageModelJudge(language));
  return { language, decision: decisionModel, judge };
}

/** Who is asked before every user turn. Throws a RehearsalError where that would be a judge and there is none. */
export function controllerOf(
  { controller, whenMet }: Settings["stopping"],
  { judge }: UserModels,
): StoppingController | undefined {
  if (whenMet === undefined) return controller;
  const decider = whenMet === true ? judge : whenMet;
  if (decider !== undefined) return firstOf([controller, expectedOutcomeMet(decider)]);
  throw new RehearsalError(
    "missing_setting",
    "ConversationSimulator: stopWhenMet: true needs a judge, and there is none. Give judge or model, set " +
      "REHEARSAL_MODEL or OPENAI_API_KEY, or give a function that decides.",
  );
}
