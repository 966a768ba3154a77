import { RehearsalError } from "../../errors.js";
import { callerFrames } from "../../evaluation/caller-frames.js";
import { trialsNeeded } from "../../evaluation/gate.js";
import { outOfReach } from "../../evaluation/gate-reach.js";
import { given } from "../../evaluation/given.js";
import { excerpt, neutralise } from "../../evaluation/neutralise.js";
import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import { assertTrial } from "./assert-trial.js";
import { Conversations, type Entry } from "./conversations.js";
import { describeSettings, type DescribeGoldensOptions, type DescribeSettings } from "./describe-options.js";
import { defineBody, type DescribeGolden } from "./golden-body.js";
import { goldenList, type Goldens } from "./golden-list.js";
import { mochaGlobals } from "./mocha-globals.js";
import { DEFAULT_TIMEOUT } from "./mocha-hooks.js";
import { MOCHAS_DEFAULT } from "./raise-timeouts.js";
import { TrialGate } from "./trial-gate.js";
import { userFrames } from "./user-frames.js";

/**
 * A mocha suite with a test for each golden, or for each trial of it, which simulates it and asserts everything that it
 * states; with a body, a suite for each golden, whose tests the body defines. mocha runs tests one by one: while one waits
 * for its conversation, those of the next tests run already, but none that --grep, .only or .skip leaves out. A retry
 * holds a new conversation.
 *
 * With a `gate` the last test asserts what the trials come to together. A trial that failed is then shown as pending, with
 * its reason in `err` for reporters that print it; where the gate passes, a warning of the process lists these. One that
 * could not be judged still fails; and once no trial can change what comes of the gate, the rest are not held and shown as
 * pending, unless `earlyStop` is false.
 *
 * @example
 * describeGoldens("refunds", dataset, { agent });
 * describeGoldens("refunds", dataset, { agent, trials: 5, gate: { passHatK: 3, atLeast: 0.8 } });
 */
export function describeGoldens(
  name: string,
  goldens: Goldens,
  options: DescribeGoldensOptions,
  body?: DescribeGolden,
): void {
  const frames = userFrames(callerFrames(describeGoldens));
  if (typeof name !== "string") throw wrong(`the first argument must be a title; it is ${given(name)}`);
  if (body !== undefined && typeof body !== "function")
    throw wrong(`the body must be a function; it is ${given(body)}`);
  const { describe, after } = mochaGlobals();
  const settings = describeSettings(options, body !== undefined);
  const list = goldenList(goldens);
  if (settings.gate !== undefined && list.every(({ flaky }) => flaky === true))
    throw wrong("all goldens are flaky, and those do not count for a gate");
  const entries = list.flatMap((golden) => trialsOf(golden, settings));
  assertInReach(settings, entries);
  describe(neutralise(name), function () {
    if (this.timeout() === MOCHAS_DEFAULT) this.timeout(DEFAULT_TIMEOUT);
    const conversations = new Conversations(entries, this, settings, frames);
    if (body === undefined) assertAll(entries, conversations, settings, frames);
    else for (const entry of entries) defineBody(entry, conversations, body, frames);
    // With --bail, or where the user's own hook failed, conversations may be running that nobody will ask for.
    after(() => conversations.abort("the suite has ended"));
  });
}

function trialsOf(golden: ConversationalGolden, { trials, gate }: DescribeSettings): Entry[] {
  const held = trials === undefined ? golden : { ...golden, trials };
  const count = held.trials ?? 1;
  if (gate !== undefined && golden.flaky !== true && count < trialsNeeded(gate)) {
    const needed = String(trialsNeeded(gate));
    const has = count === 1 ? "1 trial" : `${String(count)} trials`;
    throw wrong(
      `the gate takes ${needed} trials of each golden, and ${excerpt(golden.id)} has ${has}: give { trials: ${needed} } or more`,
    );
  }
  return Array.from({ length: count }, (_, index) => ({ golden: held, trial: index + 1, attempt: 0 }));
}

/** What can't be reached, however the conversations end, is said before the first of them. */
function assertInReach({ gate }: DescribeSettings, entries: readonly Entry[]): void {
  const goldens = [...new Set(entries.map(({ golden }) => golden))];
  const beyond = gate === undefined ? null : outOfReach(gate, goldens);
  if (beyond === null) return;
  const { what, enough } = beyond;
  throw wrong(`the gate ${what}; ${enough === null ? "" : `give { trials: ${String(enough)} }, or `}lower the gate`);
}

function assertAll(
  entries: readonly Entry[],
  conversations: Conversations,
  settings: DescribeSettings,
  frames: string,
): void {
  const { gate: stated, maxInfrastructureShare, earlyStop } = settings;
  const gate = stated && new TrialGate({ gate: stated, maxInfrastructureShare, earlyStop, conversations, frames });
  for (const entry of entries) assertTrial(entry, { conversations, settings, gate, frames });
  gate?.define();
}

const wrong = (what: string): RehearsalError => new RehearsalError("invalid_input", `describeGoldens: ${what}`);
