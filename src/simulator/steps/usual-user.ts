import type { LanguageModel } from "../../models/language-model.js";
import type { User, UserModels } from "../user.js";
import { AgendaUser } from "../users/agenda-user.js";
import { LanguageModelUser } from "../users/language-model-user.js";

const made = new WeakMap<LanguageModel, User>();
const byRules = new AgendaUser();

/** Who plays a user where nobody is named: the model, if there is one, else rules. */
export function usualUser({ language }: UserModels = {}): User {
  if (language === undefined) return byRules;
  const user = made.get(language) ?? new LanguageModelUser({ model: language });
  made.set(language, user);
  return user;
}
