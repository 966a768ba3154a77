import { RehearsalError } from "../../errors.js";
import type { LanguageModel, ModelRequest, ModelResponse } from "../../models/language-model.js";
import { fromModel } from "../failure-kind.js";
import { onRecord } from "../on-record.js";
import { spendingOf, type ModelSpending } from "./spending.js";

/** Asks a model that plays the user, decides or judges, and tells what that spent, also on an answer of no use. */
export async function askModel(
  model: LanguageModel,
  request: ModelRequest,
  spent: ((spending: ModelSpending) => void) | undefined,
): Promise<ModelResponse> {
  const asked = await onRecord(model);
  try {
    const response = await asked.generate(request);
    spent?.(spendingOf(response, asked));
    return response;
  } catch (error) {
    if (error instanceof RehearsalError && hasUsage(error)) spent?.(spendingOf(error, asked));
    fromModel(error);
    throw error;
  }
}

const hasUsage = (error: RehearsalError): error is RehearsalError & Pick<ModelResponse, "usage"> =>
  error.usage !== undefined;
