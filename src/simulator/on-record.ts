import type * as Cassettes from "../models/cassette/on-record.js";
import type { DecisionModel } from "../models/decision-model.js";
import type { LanguageModel } from "../models/language-model.js";
import type { Judge } from "../test-case/judge.js";

// What is under `models` is loaded when somebody is first asked, so that importing a user or a node stays cheap; once,
// since a loader that resolves on another thread lets those who ask at one time go on at different ones.
let loaded: Promise<typeof Cassettes> | undefined;
const cassettes = () => (loaded ??= import("../models/cassette/on-record.js"));

/** The model as it is to be asked now: see `models/cassette/on-record.ts`. */
export async function onRecord(model: LanguageModel): Promise<LanguageModel>;
export async function onRecord(model: DecisionModel): Promise<DecisionModel>;
export async function onRecord(model: Judge): Promise<Judge>;
export async function onRecord(model: DecisionModel | Judge | LanguageModel): Promise<unknown> {
  return (await cassettes()).onRecord(model as LanguageModel);
}

/** Finds out whether the model can be asked, unless all is replayed. */
export const readyOnRecord = async (model: Pick<LanguageModel, "ready">): Promise<void> =>
  (await cassettes()).readyOnRecord(model);
