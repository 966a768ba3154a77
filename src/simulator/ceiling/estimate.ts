import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import { userPrompt } from "../users/user-prompt.js";
import type { Decider } from "./deciders.js";
import { costAt, priceOf, type Prices } from "./prices.js";
import { lengthsOf, tokensIn, type Lengths } from "./text-lengths.js";

/** From the least that is likely to the most. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** What a run would take, reckoned without calling anything. */
export interface Estimate {
  readonly conversations: number;
  readonly userTurns: Range;
  readonly agentCalls: Range;
  /** Calls of the model that plays the users: none where rules do. */
  readonly userModelCalls: Range;
  /** Tokens of that model. */
  readonly userTokens: Range;
  /** Its cost. Null: it has no price in the table, or there is no table. */
  readonly userCost: Range | null;
  /** Calls of the models that decide: a judge who says when it is enough or judges a step, edges of graphs in words. */
  readonly decisionCalls: Range;
  /** Their tokens. */
  readonly decisionTokens: Range;
  /** Their cost. Null: one has no price in the table, or there is no table. */
  readonly decisionCost: Range | null;
  /** Tokens of the agent's models, by what earlier replies took. Null: none were measured. */
  readonly agentTokens: Range | null;
  /** Likewise. Null: not known. */
  readonly agentCost: Range | null;
  /** What all this rests on, in sentences. */
  readonly assumptions: readonly string[];
}

/** What replies of the agent took in an earlier run, on average. */
export interface Measured {
  readonly tokensPerReply: number | null;
  readonly costPerReply: number | null;
  /** Which run that was. */
  readonly from: string;
}

export interface EstimateInput {
  readonly maxUserSimulations: number;
  /** How many turns the script has that is said over a golden. Undefined: none is. */
  readonly scriptTurnsOf?: (golden: ConversationalGolden) => number | undefined;
  /** Whether `maxUserSimulations` cuts scripts off: it does where it was asked for. Default: false. */
  readonly capsScripts?: boolean;
  /** The id of the model that plays the user of a golden. Undefined: none does. */
  readonly userModelOf: (golden: ConversationalGolden) => string | undefined;
  /** The models that decide something in conversations over a golden. Default: none does. */
  readonly decidersOf?: (golden: ConversationalGolden) => readonly Decider[];
  readonly prices: Prices;
  readonly measured?: Measured | undefined;
}

/** Tokens of the JSON around what the user says, and of the schema that asks for it. */
const FRAME = { output: 25, schema: 120 };

/** What it would take to hold the conversations of these goldens. */
export function estimated(goldens: readonly ConversationalGolden[], input: EstimateInput): Estimate {
  const lengths = lengthsOf(goldens);
  const each = goldens.map((golden) => ofGolden(golden, lengths, input));
  const total = (of: (one: OfGolden) => Range): Range =>
    each.map(of).reduce((sum, one) => ({ low: sum.low + one.low, high: sum.high + one.high }), { low: 0, high: 0 });
  const agentCalls = total((one) => one.agentCalls);
  const byReply = (per: number | null | undefined): Range | null =>
    per === null || per === undefined ? null : scaled(agentCalls, per);
  const costs = each.map(({ cost }) => cost);
  return {
    conversations: each.reduce((sum, { trials }) => sum + trials, 0),
    userTurns: total((one) => one.turns),
    agentCalls,
    userModelCalls: total((one) => one.calls),
    userTokens: total((one) => one.tokens),
    userCost: costs.includes(null) ? null : total(({ cost }) => cost ?? none),
    decisionCalls: total(({ decided }) => decided.calls),
    decisionTokens: total(({ decided }) => decided.tokens),
    decisionCost: each.some(({ decided }) => decided.cost === null)
      ? null
      : total(({ decided }) => decided.cost ?? none),
    agentTokens: byReply(input.measured?.tokensPerReply),
    agentCost: byReply(input.measured?.costPerReply),
    assumptions: assumptionsOf(goldens, lengths, input),
  };
}

const none: Range = { low: 0, high: 0 };

interface Asked {
  readonly calls: Range;
  readonly tokens: Range;
  readonly cost: Range | null;
}

interface OfGolden {
  readonly trials: number;
  readonly turns: Range;
  readonly agentCalls: Range;
  readonly calls: Range;
  readonly tokens: Range;
  readonly cost: Range | null;
  readonly decided: Asked;
}

function ofGolden(golden: ConversationalGolden, lengths: Lengths, input: EstimateInput): OfGolden {
  const { trials = 1, turns: seeded = [], goals = [], budgets, persona } = golden;
  const said = input.scriptTurnsOf?.(golden);
  const most = said === undefined || input.capsScripts === true ? input.maxUserSimulations : Infinity;
  const cap = Math.max(1, Math.min(most, budgets?.maxTurns ?? Infinity, said ?? Infinity));
  const turns = { low: said === undefined ? Math.min(cap, Math.max(1, goals.length)) : cap, high: cap };
  const unasked = (persona?.speaksFirst === false ? 1 : 0) + (seeded.at(-1)?.role === "user" ? 1 : 0);
  const model = input.userModelOf(golden);
  const isOpened = golden.opening !== undefined && !seeded.some(({ role }) => role === "user");
  const at = (end: "low" | "high") => {
    const calls = model === undefined ? 0 : Math.max(0, turns[end] - (isOpened ? 1 : 0));
    const perTurn = lengths.user[end] + lengths.agent[end];
    const prompt =
      tokensIn(userPrompt(golden, golden.language ?? "English")) +
      FRAME.schema +
      seeded.reduce((sum, { content }) => sum + tokensIn(content), 0);
    // Each call is sent all that was said before it.
    const first = isOpened ? 1 : 0;
    const inputTokens = calls * prompt + perTurn * (calls * first + (calls * (calls - 1)) / 2);
    const outputTokens = calls * (lengths.user[end] + FRAME.output);
    const price = priceOf(model, input.prices);
    const cost = calls === 0 ? 0 : price === undefined ? null : costAt(price, { inputTokens, outputTokens });
    return { calls, tokens: inputTokens + outputTokens, cost };
  };
  const [low, high] = [at("low"), at("high")];
  const range = (of: (end: "low" | "high") => number) => scaled({ low: of("low"), high: of("high") }, trials);
  return {
    trials,
    turns: scaled(turns, trials),
    agentCalls: range((end) => turns[end] + unasked),
    calls: range((end) => (end === "low" ? low : high).calls),
    tokens: range((end) => Math.round((end === "low" ? low : high).tokens)),
    cost: low.cost === null || high.cost === null ? null : scaled({ low: low.cost, high: high.cost }, trials),
    decided: decidedIn(input.decidersOf?.(golden) ?? [], { turns, trials, lengths, prices: input.prices }),
  };
}

function decidedIn(
  deciders: readonly Decider[],
  { turns, trials, lengths, prices }: { turns: Range; trials: number; lengths: Lengths; prices: Prices },
): Asked {
  const at = (end: "low" | "high") => {
    const exchange = lengths.user[end] + lengths.agent[end];
    const each = deciders.map(({ model, calls: callsIn, frame, reads }) => {
      const calls = callsIn(turns)[end];
      // Of a conversation that grows, half is sent on average.
      const said = reads === "all" ? (exchange * (turns[end] + 1)) / 2 : exchange;
      const [inputTokens, outputTokens] = [calls * (frame.input + said), calls * frame.output];
      const price = priceOf(model, prices);
      const cost = calls === 0 ? 0 : price === undefined ? null : costAt(price, { inputTokens, outputTokens });
      return { calls, tokens: Math.round(inputTokens + outputTokens), cost };
    });
    const sum = (of: (one: (typeof each)[number]) => number): number =>
      trials * each.reduce((all, one) => all + of(one), 0);
    const isPriced = each.every(({ cost }) => cost !== null);
    return {
      calls: sum(({ calls }) => calls),
      tokens: sum(({ tokens }) => tokens),
      cost: isPriced ? sum(({ cost }) => cost ?? 0) : null,
    };
  };
  const [low, high] = [at("low"), at("high")];
  const cost = low.cost === null || high.cost === null ? null : { low: low.cost, high: high.cost };
  return { calls: { low: low.calls, high: high.calls }, tokens: { low: low.tokens, high: high.tokens }, cost };
}

const scaled = ({ low, high }: Range, by: number): Range => ({ low: low * by, high: high * by });

function assumptionsOf(
  goldens: readonly ConversationalGolden[],
  { user, agent, said, replied }: Lengths,
  { maxUserSimulations, userModelOf, decidersOf = () => [], prices, measured }: EstimateInput,
): string[] {
  const models = [...new Set(goldens.flatMap((golden) => userModelOf(golden) ?? []))];
  const deciders = [...new Set(goldens.flatMap((golden) => decidersOf(golden).map(({ model = "a model" }) => model)))];
  const unpriced = [...new Set([...models, ...deciders])].filter((model) => priceOf(model, prices) === undefined);
  const budgeted = goldens.filter(({ budgets }) => budgets?.maxTurns !== undefined).length;
  return [
    `A conversation has a user turn for each of its goals at least, and ${String(maxUserSimulations)} at most (maxUserSimulations)` +
      (budgeted === 0 ? "." : `, or its own budgets.maxTurns, which ${String(budgeted)} of the goldens state.`),
    ...(models.length === 0
      ? ["Rules or a script play the users: no model is asked for them."]
      : [
          `The users are played by ${models.join(", ")}, one call a turn; an answer that can't be used is asked for again.`,
          `What a user says takes ${text(user)} tokens (${said}), and a reply of the agent ${text(agent)} (${replied}), at four characters a token.`,
        ]),
    ...(deciders.length === 0
      ? []
      : [`${deciders.join(", ")} judges or chooses the way, once between two user turns at most, or once for a step.`]),
    ...(unpriced.length === 0 ? [] : [`No price is known for ${unpriced.join(", ")}: add it to the price table.`]),
    measured === undefined
      ? "What the agent itself spends can't be told before it has been run: its prompts, tools and models are its own."
      : `A reply of the agent takes what one took on average in ${measured.from}.`,
  ];
}

const text = ({ low, high }: Range): string =>
  low === high ? String(Math.round(low)) : `${String(Math.round(low))} to ${String(Math.round(high))}`;
