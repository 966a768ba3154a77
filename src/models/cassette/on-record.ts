import type { Judge } from "../../test-case/judge.js";
import type { DecisionModel } from "../decision-model.js";
import type { LanguageModel } from "../language-model.js";
import { ambient } from "./ambient.js";

/**
 * The model as it is to be asked now: through the cassette of the conversation that is going on, if there is one. Whoever
 * asks a model in a run asks this one, so that all of them are recorded and replayed. Cassettes are loaded where one is used.
 */
export async function onRecord(model: LanguageModel): Promise<LanguageModel>;
export async function onRecord(model: DecisionModel): Promise<DecisionModel>;
export async function onRecord(model: Judge): Promise<Judge>;
export async function onRecord(model: DecisionModel | Judge | LanguageModel): Promise<unknown> {
  if (ambient()?.cassette === undefined) return model;
  const { withCassette } = await import("./with-cassette.js");
  return withCassette(model as LanguageModel);
}

/** Finds out whether the model can be asked, unless all is replayed: then nobody asks it. */
export async function readyOnRecord(model: Pick<LanguageModel, "ready">): Promise<void> {
  if (ambient()?.mode !== "replay") await model.ready?.();
}
