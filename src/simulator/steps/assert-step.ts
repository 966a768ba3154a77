import { onRecord } from "../on-record.js";
import type { ScriptOutcome } from "../../test-case/script-outcome.js";
import { answerOf } from "../stopping/answer-of.js";
import { evidenceOf } from "../stopping/evidence.js";
import type { UserRequest } from "../user.js";
import { verdictOf } from "./assertion.js";
import { replyIn, scenarioState, type ScenarioState } from "./scenario-state.js";
import type { ReplyExpectation, Step } from "./step.js";
import { cut } from "../../test-case/cut.js";

type Asserting = Extract<Step, { readonly kind: "agent" | "check" | "judge" }>;
type Verdict = Omit<ScriptOutcome, "step">;

/** What is wrong with the conversation as a step sees it. Null: nothing. */
export async function assertStep(step: Asserting, request: UserRequest): Promise<Verdict | null> {
  try {
    return await judged(step, request);
  } catch (thrown) {
    return verdictOf(thrown);
  }
}

async function judged(step: Asserting, request: UserRequest): Promise<Verdict | null> {
  switch (step.kind) {
    case "agent":
      return onReply(step.expects, scenarioState(request));
    case "check": {
      const held: unknown = await step.check(scenarioState(request));
      const place = step.place === undefined ? "" : ` (${step.place})`;
      return fails(held) ? { verdict: "failed", reason: `the check returned ${String(held) || '""'}${place}` } : null;
    }
    case "judge":
      return byJudge(step.criteria, request);
  }
}

/** What a search that found nothing returns; undefined is what an assertion returns that held. */
const fails = (held: unknown): boolean => held !== undefined && !held;

async function onReply(expects: ReplyExpectation | undefined, state: ScenarioState): Promise<Verdict | null> {
  const said = replyIn(state.turns);
  if (said === null) {
    const reason =
      "the agent has not answered yet: put a user step before, or have it speak first (persona.speaksFirst: false)";
    return { verdict: "errored", reason };
  }
  const { text: reply, turn } = said;
  const failed = (reason: string): Verdict => ({ verdict: "failed", reason: `${reason}: ${shown(reply)}`, turn });
  if (expects === undefined) return reply.trim() === "" ? failed("the agent said nothing") : null;
  if (typeof expects === "string") {
    return plain(reply).includes(plain(expects)) ? null : failed(`the reply does not hold ${shown(expects)}`);
  }
  // Not `test`, which goes on from where a global pattern stopped last time.
  if (expects instanceof RegExp)
    return reply.search(expects) >= 0 ? null : failed(`the reply does not match ${String(expects)}`);
  const held: unknown = await expects(reply, state);
  return fails(held) ? failed("the reply is not what the function expects") : null;
}

async function byJudge(
  criteria: readonly string[],
  { turns, models, signal, spent }: UserRequest,
): Promise<Verdict | null> {
  const { judge } = models ?? {};
  if (judge === undefined)
    return { verdict: "errored", reason: "there is no judge: give the simulator judge or model" };
  const questions = criteria.map((condition, at) => ({ id: String(at + 1), condition }));
  const asked = { evidence: evidenceOf(turns), questions, signal, ...(spent && { spent }) };
  const answers = await (await onRecord(judge)).decide(asked);
  let unclear: Verdict | null = null;
  for (const { id, condition } of questions) {
    const answer = answerOf(answers, id);
    if (answer?.answer === "met") continue;
    const reason = `"${condition}" ${answer?.answer === "not_met" ? "is not met" : "can't be determined"}: ${answer?.reason ?? "the judge did not answer"}`;
    const evidence = answer?.evidence.find(({ turn }) => turns[turn - 1] !== undefined);
    if (answer?.answer === "not_met") return { verdict: "failed", reason, ...(evidence && { turn: evidence.turn }) };
    unclear ??= { verdict: "errored", failure: "no_reply", reason };
  }
  return unclear;
}

const plain = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();

const shown = (text: string): string => JSON.stringify(cut(text, 200));
