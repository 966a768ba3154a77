import { counted } from "../../test-case/counted.js";
import type { Budgets } from "../../test-case/budgets.js";
import type { Usage } from "../../test-case/trace.js";

/** What a conversation may cost before it is ended. Each is inclusive: it ends where more than that is spent. */
export interface ConversationBudget {
  /** Tokens of the agent's model calls, in and out, as its traces tell. Default: no bound. */
  readonly maxTokens?: number;
  /** US dollars, as its traces tell. Default: no bound. */
  readonly maxCostUsd?: number;
  /**
   * Milliseconds after which no further user turn is begun. Default: no bound. Unlike `conversationTimeoutMs`, it cuts
   * nothing off and is no error.
   */
  readonly maxDurationMs?: number;
}

/** What is known to be spent: traces that tell nothing add nothing, and are not taken for 0 either. */
export interface Spent {
  readonly tokens: number;
  readonly costUsd: number;
}

export const nothingSpent: Spent = { tokens: 0, costUsd: 0 };

export function spentWith({ tokens, costUsd }: Spent, usage: Usage | undefined): Spent {
  return { tokens: tokens + tokensOf(usage), costUsd: costUsd + (usage?.costUsd ?? 0) };
}

const tokensOf = (usage: Usage | undefined): number =>
  usage?.totalTokens ?? (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);

/** Why no more may be spent. Null: it may, as far as is known. */
export function overBudget(budget: ConversationBudget, spent: Spent, elapsedMs: number): string | null {
  const { maxTokens = Infinity, maxCostUsd = Infinity, maxDurationMs = Infinity } = budget;
  if (spent.tokens > maxTokens) return over(`${String(spent.tokens)} tokens were used`, String(maxTokens), "maxTokens");
  if (spent.costUsd > maxCostUsd)
    return over(`$${shown(spent.costUsd)} was spent`, `$${shown(maxCostUsd)}`, "maxCostUsd");
  if (elapsedMs <= maxDurationMs) return null;
  return over(`${String(Math.round(elapsedMs))} ms went by`, `${String(maxDurationMs)} ms`, "maxDurationMs");
}

const over = (what: string, bound: string, option: string): string =>
  `The budget of the conversation is spent: ${what}, and ${option} is ${bound}.`;

const shown = (amount: number): string => String(Number(amount.toFixed(6)));

/**
 * The budget of one conversation: the tighter of what the run allows and what its golden states. Once over the golden's
 * own bound it has failed that already, and going on costs more of the same.
 */
export function budgetFor(
  given: ConversationBudget | undefined,
  stated: Budgets | undefined,
): ConversationBudget | undefined {
  const { maxTokens, maxCost } = stated ?? {};
  if (maxTokens === undefined && maxCost === undefined) return given;
  return {
    ...given,
    maxTokens: Math.min(given?.maxTokens ?? Infinity, maxTokens ?? Infinity),
    maxCostUsd: Math.min(given?.maxCostUsd ?? Infinity, maxCost ?? Infinity),
  };
}

/** Counts the bounds that could not end a conversation, since nothing in its traces says what they are of. */
export function countBlind(
  blind: Map<string, number>,
  { maxTokens, maxCostUsd }: ConversationBudget,
  traces: readonly { readonly usage: Usage }[],
): void {
  const isKnown = (of: (usage: Usage) => readonly unknown[]) =>
    traces.some(({ usage }) => of(usage).some((amount) => typeof amount === "number"));
  const count = (bound: string) => blind.set(bound, (blind.get(bound) ?? 0) + 1);
  if (maxTokens !== undefined && !isKnown((it) => [it.totalTokens, it.inputTokens, it.outputTokens]))
    count("maxTokens");
  if (maxCostUsd !== undefined && !isKnown((it) => [it.costUsd])) count("maxCostUsd");
}

/** What is told once of a run in which a bound could end nothing. Undefined: nothing is. */
export function blindText(blind: ReadonlyMap<string, number>): string | undefined {
  if (blind.size === 0) return undefined;
  const each = [...blind].map(([name, count]) => `${name} in ${counted(count, "conversation")}`);
  return (
    `conversationBudget could end nothing by ${each.join(", ")}: nothing is known of what the agent spent. ` +
    "Trace its model calls (rehearsal doctor --agent), or bound it by maxDurationMs."
  );
}
