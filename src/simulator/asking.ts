import { GivenInput } from "./agent-input.js";
import { attempt, type AttemptOptions } from "./attempt.js";
import { heard, type Heard } from "./heard.js";
import type { Job } from "./jobs.js";
import type { LoopState } from "./loop.js";
import type { Ports } from "./ports.js";
import { randomFor } from "./random.js";
import { withMaking, type TracedRun } from "./run-tracing.js";
import { endOf, lastTurnOf } from "./stopping.js";
import type { Trace } from "../test-case/trace.js";
import { checkedMove } from "./users/checked-move.js";
import type { User } from "./user.js";

type Said = Pick<LoopState, "turns" | "userTurns">;

const within = ({ clock, abandonment }: Ports, dueInMs: number): AttemptOptions => ({ clock, abandonment, dueInMs });

export async function askController(job: Job, ports: Ports, said: Said, dueInMs: number): Promise<Heard> {
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
  const outcome = await attempt(() => ports.stoppingController?.(input), within(ports, dueInMs));
  return heard("controller", outcome, (decision) => ({ type: "decided", end: endOf(decision) }));
}

/** `user` is asked for in here, so that a user that cannot be made is the user's failure. */
export async function askUser(job: Job, ports: Ports, said: Said, dueInMs: number, user: () => User): Promise<Heard> {
  const { golden, seed, threadId } = job;
  const { turns, userTurns } = said;
  const outcome = await attempt<unknown>(
    (call) =>
      user().next({
        golden,
        turns,
        userTurns,
        random: randomFor(seed, threadId, "user", userTurns),
        get signal() {
          return call.signal;
        },
      }),
    within(ports, dueInMs),
  );
  return heard("user", outcome, (move) => ({ type: "moved", move: checkedMove(move) }));
}

/** Waits for the spans of the run, but not when the caller gives up: those of another process may never come. */
async function settled(run: TracedRun | undefined, { abandonment }: Ports): Promise<void> {
  if (run === undefined || abandonment.reason !== null) return;
  await new Promise<void>((resolve) => {
    const stop = (): void => {
      abandonment.off(stop);
      resolve();
    };
    abandonment.on(stop);
    run.settle().then(stop, stop);
  });
}

/** Calls the agent, and gives what was recorded meanwhile to `keep`, also where the agent failed. */
export async function askAgent(
  job: Job,
  ports: Ports,
  { turns }: Said,
  { dueInMs, input }: { readonly dueInMs: number; readonly input: string | null },
  keep: (trace: Trace) => void,
): Promise<Heard> {
  const { channel, clock, tracing } = ports;
  const { golden, threadId } = job;
  const run = tracing?.startRun({ conversationId: threadId, turnId: String(turns.length + 1) });
  const headers = () => run?.headers ?? { traceparent: "", baggage: "" };
  const askedAt = clock.now();
  const outcome = await attempt(
    (call) => {
      const exchange = () => channel.exchange(new GivenInput({ input, turns, threadId, golden, headers, call }), clock);
      return run === undefined ? exchange() : run.within(exchange);
    },
    within(ports, dueInMs),
  );
  // After a deadline open spans are still at work, and waiting for them a moment longer would not end them.
  if (outcome.type === "done" || outcome.type === "threw") await settled(run, ports);
  const trace = run?.end();
  if (trace !== undefined) keep(trace);
  return heard("agent", outcome, ({ turns: reply, begunAt }) => ({
    type: "replied",
    turns: withMaking(reply, { latencyMs: begunAt - askedAt, trace, tracing }),
  }));
}
