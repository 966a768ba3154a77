import { placeOf } from "../place-of.js";
import { RehearsalError } from "../../errors.js";
import { described, wrongOptions } from "../../test-case/unknown-option.js";
import type { TurnInput } from "../../test-case/turn.js";
import { losesAnswer } from "./lost-answer.js";
import type { ScenarioState } from "./scenario-state.js";
import type { Check, ReplyExpectation, Step, ToolFailure } from "./step.js";

/** The user says this; a function is given the state so far. Without either, the golden's usual user says one thing. */
function user(say?: string | ((state: ScenarioState) => string | Promise<string>)): Step {
  if (say === undefined) return { kind: "user" };
  if (typeof say !== "string" && typeof say !== "function") throw wrong("user", "a text or a function", say);
  return { kind: "user", say };
}

/**
 * Asserts what the agent said last: a text that the reply must hold, without regard to case and spacing, a pattern, or a
 * function that throws or returns false where it is wrong. Without any: that it said something. Nothing is put in.
 */
function agent(expects?: ReplyExpectation): Step {
  if (expects === undefined) return { kind: "agent" };
  const fits = typeof expects === "function" || expects instanceof RegExp;
  if (!fits && (typeof expects !== "string" || expects.trim() === ""))
    throw wrong("agent", "a text, a pattern or a function", expects);
  if (typeof expects === "function" && losesAnswer(expects)) throw lost("agent");
  return { kind: "agent", expects };
}

/**
 * Runs any assertion on the state so far: it throws, or returns what is falsy, where something is not as it should be. It may
 * be asynchronous. A `label` names it in messages. Throws a RehearsalError where it surely forgets to return what it finds.
 */
function check(test: Check, label?: string): Step {
  if (typeof test !== "function") throw wrong("check", "a function", test);
  if (losesAnswer(test)) throw lost("check");
  const place = placeOf(new Error("here"));
  return { kind: "check", check: test, ...(label !== undefined && { label }), ...(place !== undefined && { place }) };
}

/** Puts a message into the conversation, or has a tool fail in the agent's next reply. */
function inject(what: TurnInput | ToolFailure): Step {
  if (typeof what === "object" && (what as unknown) !== null && "tool" in what) return failing(what);
  if (typeof what === "object" && (what as unknown) !== null && "role" in what) return { kind: "message", turn: what };
  throw wrong("inject", 'a turn ({ role, content }) or a tool failure ({ tool: "name" })', what);
}

function failing(failure: ToolFailure): Step {
  const { tool, message, times } = failure;
  const problem = wrongOptions(failure, ["tool", "message", "times"]);
  if (problem !== undefined) throw new RehearsalError("invalid_input", `steps.inject: ${problem}.`);
  if (typeof tool !== "string" || tool.trim() === "") throw wrong("inject", "the name of a tool", tool);
  if (message !== undefined && typeof message !== "string") throw wrong("inject", "a text as message", message);
  if (times !== undefined && (!Number.isSafeInteger(times) || times < 1))
    throw wrong("inject", "a whole number from 1 as times", times);
  return { kind: "toolFailure", failure };
}

/** Asserts conditions in words, which the simulator's judge decides over the conversation so far, in one call. */
function judge(criteria: string | readonly string[]): Step {
  const list: readonly unknown[] = typeof criteria === "string" ? [criteria] : Array.isArray(criteria) ? criteria : [];
  const texts = list.filter((each) => typeof each === "string" && each.trim() !== "") as readonly string[];
  if (texts.length === 0 || texts.length < list.length)
    throw wrong("judge", "a condition in words, or several", criteria);
  return { kind: "judge", criteria: texts };
}

/** Lets the golden's usual user talk for at most so many turns; without a number, until it ends or the cap is reached. */
function proceed(turns?: number): Step {
  if (turns === undefined) return { kind: "proceed" };
  if (!Number.isSafeInteger(turns) || turns < 1) throw wrong("proceed", "a whole number of turns from 1", turns);
  return { kind: "proceed", turns };
}

/** Ends the conversation: it is as it should be. */
const succeed = (reason = "The script says that it succeeded."): Step => ({ kind: "succeed", reason });

/** Ends the conversation: it is not as it should be. */
const fail = (reason: string): Step => ({ kind: "fail", reason });

/** The steps of a {@link ScriptedScenario}. */
export const steps = { user, agent, check, inject, judge, proceed, succeed, fail } as const;

const lost = (step: string): RehearsalError =>
  new RehearsalError(
    "invalid_input",
    `steps.${step}: the function returns nothing of what it finds, so that it would hold whatever the agent did. Write ` +
      "return in its braces, or leave them out.",
  );

const wrong = (step: string, takes: string, got: unknown): RehearsalError =>
  new RehearsalError("invalid_input", `steps.${step} takes ${takes}; got ${described(got)}.`);
