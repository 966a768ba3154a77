import { RehearsalError } from "../../errors.js";
import { described } from "../../test-case/unknown-option.js";
import type { AgentInput } from "../agent.js";

/**
 * What an agent behind HTTP is called with. The simulator gives all of it. Who calls it by hand, as within `captureTrace`,
 * may leave out everything but `input`: the headers are then those of the run around, `turns` what `input` says, and the
 * thread is one of its own.
 */
export type HttpAgentInput = Pick<AgentInput, "input"> & Partial<Omit<AgentInput, "input">>;

const all = ["turns", "threadId", "golden", "signal", "headers"] as const satisfies readonly (keyof AgentInput)[];

/** The input with what was left out of it. Throws a RehearsalError where it is none. */
export async function wholeInput(given: HttpAgentInput): Promise<AgentInput> {
  check(given);
  // Whether they are there and no more: who reads the headers says that spans of another process will come.
  if (all.every((key) => key in given)) return given as AgentInput;
  const { input } = given;
  const headers = "headers" in given && given.headers !== undefined ? given.headers : await headersHere();
  return {
    turns: input === null ? [] : [{ role: "user", content: input }],
    threadId: crypto.randomUUID(),
    golden: { id: "called by hand", scenario: "called by hand" },
    signal: new AbortController().signal,
    ...given,
    headers,
  };
}

function check(given: unknown): void {
  const input: unknown = typeof given === "object" && given !== null && "input" in given ? given.input : undefined;
  if (typeof input === "string" || input === null) return;
  throw new RehearsalError(
    "invalid_input",
    `An agent over HTTP is called with { input, threadId, … }, whose input is what the user says; got ${described(given)}.`,
  );
}

/** Of the run around; outside of runs there are none. */
async function headersHere(): Promise<AgentInput["headers"]> {
  const { expectFromElsewhere, outgoing } = await import("../../tracing/run/propagation.js");
  expectFromElsewhere();
  const { traceparent = "", baggage = "" } = outgoing();
  return { traceparent, baggage };
}
