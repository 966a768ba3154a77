import type { Stage } from "../environment/stage.js";
import { beside } from "./beside.js";
import type { WorldSnapshot } from "../environment/world/snapshot.js";
import { askAgent, askController, askUser } from "./asking.js";
import type { ConversationLog } from "./conversation-log.js";
import { ConversationTime } from "./conversation-time.js";
import { gotPast } from "./got-past.js";
import type { Heard } from "./heard.js";
import type { Job } from "./jobs.js";
import type { Past } from "./journal/journal.js";
import { begin, step, type Ending, type Limits, type LoopAction, type LoopState } from "./loop.js";
import type { Ports } from "./ports.js";
import type { TracedConversation } from "./run-tracing.js";
import { budgetFor } from "./stopping/budget.js";
import type { User } from "./user.js";

export interface Talk {
  readonly job: Job;
  readonly ports: Ports;
  readonly log: ConversationLog;
  /** Throws where it can't be made. */
  readonly user: () => User;
  readonly traits: Pick<User, "isScripted" | "leads" | "scriptTurns">;
  /** What was said before the process ended, in a conversation that goes on. */
  readonly past: Past | undefined;
  readonly stage: Stage | undefined;
  readonly span: TracedConversation | undefined;
}

/** Does what the loop says, to the end: all that is decided is decided there. */
export async function talk(given: Talk): Promise<Ending> {
  const { job, log, stage } = given;
  const ports = lettingFinish(given.ports, given.traits);
  const held = ports === given.ports ? given : { ...given, ports };
  const ask = asking(held);
  let { state, actions } = begin(openingOf(held), ports.clock.now());
  for (;;) {
    log.went(state, actions, worldOf(stage));
    let answer: Heard | undefined;
    const traced = log.traces.length;
    for (const action of actions) {
      if (action.type === "end") return action.ending;
      if (action.type === "record") ports.onTurn?.(job, action.turn, action.number);
      else {
        const asked = ask(action, state);
        answer = asked instanceof Promise ? await asked : asked;
      }
    }
    if (answer === undefined) throw new Error("the loop neither asked nor ended");
    log.place = answer.place;
    if (answer.event.type === "replied") stage?.endTurn(state.turns.length + 1);
    const past = stage && gotPast(stage, state, answer.event, log.traces[traced]);
    ({ state, actions } = step(state, answer.event, answer.at));
    if (past === undefined) continue;
    log.went(state, actions, worldOf(stage));
    return past;
  }
}

/** A script is said to its end, and ends by itself, unless the caller caps it. */
function lettingFinish(ports: Ports, { scriptTurns = 0 }: Talk["traits"]): Ports {
  const { limits, capsScripts = false } = ports;
  if (capsScripts || scriptTurns < limits.maxUserSimulations) return ports;
  return { ...ports, limits: { ...limits, maxUserSimulations: scriptTurns + 1 } };
}

function openingOf({ job: { golden }, ports, traits, past }: Talk) {
  const { limits: given, stoppingController } = ports;
  const { isScripted = false, leads = false, scriptTurns } = traits;
  const budget = budgetFor(given.budget, golden.budgets);
  const limits: Limits = { ...given, scriptTurns, budget, circles: isScripted ? undefined : given.circles };
  return {
    turns: golden.turns ?? [],
    past,
    agentSpeaksFirst: golden.persona?.speaksFirst === false,
    controlled: stoppingController !== undefined,
    leads,
    limits,
  };
}

function asking({ job, ports, log, user, stage, span }: Talk) {
  const time = timeOf(ports, log);
  return (action: Extract<LoopAction, { type: "ask" }>, state: LoopState): Heard | Promise<Heard> => {
    switch (action.party) {
      case "controller":
        return beside(stage, () => askController(job, ports, state, action.dueInMs, (call) => log.spent(call)));
      case "user":
        return beside(stage, () =>
          askUser(job, ports, state, action.dueInMs, {
            user,
            traces: ports.tracing === undefined ? undefined : log.traces,
            spent: (call) => log.spent(call),
          }),
        );
      case "agent":
        // Who has given up asks nobody any more.
        if (ports.abandonment.reason === null) log.asking(state.turns.length + 1);
        return askAgent(job, ports, state, action, {
          stage,
          time,
          conversation: span,
          keep: (trace) => log.replied(trace),
        });
    }
  };
}

/** Undefined: the time of the world, in which no two runs are the same. */
function timeOf({ clock }: Ports, { traces }: ConversationLog): ConversationTime | undefined {
  if (clock.isSystem === true) return undefined;
  const ends = traces.flatMap(({ spans }) => spans.map(({ endTimeMs }) => endTimeMs ?? 0));
  return new ConversationTime(
    clock,
    ends.reduce((last, end) => Math.max(last, end), 0),
  );
}

const worldOf = (stage: Stage | undefined): WorldSnapshot | undefined =>
  stage?.world?.snapshot as WorldSnapshot | undefined;
