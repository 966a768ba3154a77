import { GivenInput } from "./agent-input.js";
import type { ModelSpending } from "./ceiling/spending.js";
import { attempt, type AttemptOptions, type Outcome } from "./attempt.js";
import { heard, type Heard } from "./heard.js";
import type { Job } from "./jobs.js";
import type { LoopState } from "./loop.js";
import type { Ports } from "./ports.js";
import { hexId, randomFor } from "./random.js";
import { withMaking, type TracedConversation, type TracedRun } from "./run-tracing.js";
import { endOf, lastTurnOf } from "./stopping.js";
import { FailingTools } from "./steps/failing-tools.js";
import type { Stage } from "../environment/stage.js";
import type { RunTime } from "../tracing/run/run-time.js";
import type { Trace } from "../test-case/trace.js";
import { checkedMove } from "./users/checked-move.js";
import type { User } from "./user.js";

type Said = Pick<LoopState, "turns" | "userTurns" | "hungUp">;

const within = ({ clock, abandonment }: Ports, dueInMs: number): AttemptOptions => ({ clock, abandonment, dueInMs });

export async function askController(
  job: Job,
  ports: Ports,
  said: Said,
  dueInMs: number,
  spent: (call: ModelSpending) => void,
): Promise<Heard> {
  const { golden, index, threadId } = job;
  const { turns, userTurns } = said;
  const input = {
    turns,
    golden,
    index,
    threadId,
    simulatedUserTurns: userTurns,
    maxUserSimulations: ports.limits.maxUserSimulations,
    lastUserTurn: lastTurnOf("user", turns),
    lastAssistantTurn: lastTurnOf("assistant", turns),
  };
  const outcome = await attempt(
    (call) =>
      ports.stoppingController?.({
        ...input,
        spent,
        get signal() {
          return call.signal;
        },
      }),
    within(ports, dueInMs),
  );
  return heard("controller", outcome, (decision) => ({ type: "decided", end: endOf(decision) }));
}

interface Asked {
  readonly user: () => User;
  readonly spent: (call: ModelSpending) => void;
  /** Undefined: nothing is traced. */
  readonly traces: readonly Trace[] | undefined;
}

/**
 * `user` is asked for in here, so that a user that cannot be made is the user's failure. A user that moves at once, as
 * scripts and rules do, is heard at once.
 */
export function askUser(
  job: Job,
  ports: Ports,
  said: Said,
  dueInMs: number,
  { user, spent, traces }: Asked,
): Heard | Promise<Heard> {
  const { golden, seed, threadId } = job;
  const { turns, userTurns, hungUp } = said;
  const capped = hungUp !== null || userTurns >= ports.limits.maxUserSimulations;
  const outcome = attempt<unknown>(
    (call) =>
      user().next({
        golden,
        turns,
        userTurns,
        random: randomFor(seed, threadId, "user", userTurns),
        spent,
        get signal() {
          return call.signal;
        },
        threadId,
        ...(traces !== undefined && { traces }),
        ...(ports.models !== undefined && { models: ports.models }),
        ...(capped && { capped }),
      }),
    within(ports, dueInMs),
  );
  const read = (came: Outcome<unknown>): Heard =>
    heard("user", came, (move) => ({ type: "moved", move: checkedMove(move) }));
  return outcome instanceof Promise ? outcome.then(read) : read(outcome);
}

/** Waits for the spans of the run, but not when the caller gives up: those of another process may never come. */
function settled(run: TracedRun, { abandonment }: Ports): Promise<void> {
  return new Promise<void>((resolve) => {
    const stop = (): void => {
      abandonment.off(stop);
      resolve();
    };
    abandonment.on(stop);
    run.settle().then(stop, stop);
  });
}

interface AskedAgent {
  readonly stage: Stage | undefined;
  readonly conversation: TracedConversation | undefined;
  /** Undefined: the time of the world. */
  readonly time: RunTime | undefined;
  readonly keep: (trace: Trace | undefined) => void;
}

/** Calls the agent, and gives what was recorded to `keep` (undefined: nothing is traced), also where the agent failed. */
export async function askAgent(
  job: Job,
  ports: Ports,
  { turns }: Said,
  { dueInMs, input }: { readonly dueInMs: number; readonly input: string | null },
  { stage, conversation, time, keep }: AskedAgent,
): Promise<Heard> {
  const { channel, clock, tracing, retrieverTools } = ports;
  const { golden, threadId } = job;
  const turnId = String(turns.length + 1);
  const run = tracing?.startRun({
    conversationId: threadId,
    turnId,
    conversation,
    ...(time && { repeatable: { time, traceId: hexId(job.seed, threadId, "trace", turnId) } }),
    ...(retrieverTools && { retrieverTools }),
  });
  const headers = () => run?.headers ?? { traceparent: "", baggage: "" };
  const askedAt = clock.now();
  const exchange = () =>
    attempt(
      (call) => {
        const given = new GivenInput({ input, turns, threadId, golden, headers, call, world: stage?.world });
        return channel.exchange(given, clock);
      },
      within(ports, dueInMs),
    );
  const planned = FailingTools.after(turns);
  const failing = () => planned.within(exchange);
  const traced = () => (run === undefined ? failing() : run.within(failing));
  const outcome = await (stage === undefined ? traced() : stage.within(turns.length + 1, traced));
  // After a deadline open spans are still at work, and waiting for them a moment longer would not end them.
  const isOver = outcome.type === "done" || outcome.type === "threw";
  if (!isOver) stage?.abandon();
  if (run?.isSettled === false && isOver && !ports.abandonment.isCut) await settled(run, ports);
  const trace = run?.end();
  const answer = heard("agent", outcome, ({ turns: reply, begunAt, end }) => ({
    type: "replied",
    end,
    usage: trace?.usage,
    turns: withMaking(planned.marked(reply), { latencyMs: begunAt - askedAt, trace, tracing }),
  }));
  keep(trace && withoutSight(trace, answer));
  return answer;
}

/** What the agent states of its tools is known of all of them. */
function withoutSight({ observedTools, ...trace }: Trace, { event }: Heard): Trace {
  const turns = event.type === "replied" ? event.turns : [];
  const isStated = turns.some(({ toolsCalled }) => toolsCalled !== undefined && toolsCalled !== trace.toolsCalled);
  return observedTools === undefined || isStated ? trace : { ...trace, observedTools };
}
