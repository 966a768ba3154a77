import { AsyncResource } from "node:async_hooks";
import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { MessageChannel } from "node:worker_threads";
import type { Agent } from "../../../src/simulator/agent.js";
import type { ConversationSimulatorOptions } from "../../../src/simulator/options.js";
import type { SimulateOptions } from "../../../src/simulator/simulate-options.js";
import { proceed } from "../../../src/simulator/stopping.js";
import { steps } from "../../../src/simulator/steps/steps.js";
import { ScriptedScenario } from "../../../src/simulator/steps/scripted-scenario.js";
import { ScriptedUser } from "../../../src/simulator/users/scripted-user.js";
import { virtualClock } from "../../support/virtual-clock.js";

export interface Way {
  readonly options: Partial<ConversationSimulatorOptions>;
  readonly simulate?: Partial<SimulateOptions>;
  readonly close?: () => Promise<void> | void;
}

/** Never rejects. */
type Call = () => Promise<void>;

const hangs = new Promise<never>(() => undefined);

const agent = (given: Agent): Way => ({ options: { agent: given } });
const callback = (options: Partial<ConversationSimulatorOptions>): Way => ({ options });
/** The deadline comes once the agent has been asked: by the time of the world it might come before that. */
function late(given: Agent): Way {
  const clock = virtualClock();
  const begun: Agent = (input) => {
    setImmediate(() => void clock.advance(1000));
    return given(input);
  };
  return { options: { agent: begun, turnTimeoutMs: 1000, clock } };
}
function aborted(given: Agent): Way {
  const controller = new AbortController();
  const begun: Agent = (input) => {
    setImmediate(() => controller.abort());
    return given(input);
  };
  return { options: { agent: begun, signal: controller.signal } };
}

const inSignal =
  (call: Call): Agent =>
  ({ signal }) =>
    new Promise(() => signal.addEventListener("abort", () => void call()));

/** Ways in which a tool may come to be called: all that is made before the conversation is made here. */
export const ways: Readonly<Record<string, (call: Call) => Way | Promise<Way>>> = {
  "within the turn": (call) =>
    agent(async () => {
      await call();
      return "Done.";
    }),
  "by a timer after the reply": (call) =>
    agent(() => {
      setTimeout(() => void call());
      return "Done.";
    }),
  "by a queue with a worker": (call) => {
    const jobs = new EventEmitter();
    const worker = (async () => {
      const [done] = (await once(jobs, "job")) as [() => void];
      await call();
      done();
    })();
    return {
      ...agent(() => new Promise((resolve) => jobs.emit("job", () => resolve("Done.")))),
      close: () => worker,
    };
  },
  "by a worker on an interval": (call) => {
    const jobs: (() => void)[] = [];
    const interval = setInterval(() => {
      const done = jobs.pop();
      if (done !== undefined) void call().then(done);
    }, 1);
    return {
      ...agent(() => new Promise((resolve) => jobs.push(() => resolve("Done.")))),
      close: () => clearInterval(interval),
    };
  },
  "by a listener on a port": (call) => {
    const { port1, port2 } = new MessageChannel();
    port1.on("message", () => void call().then(() => port1.postMessage("done")));
    return {
      ...agent(async () => {
        port2.postMessage("refund");
        await once(port2, "message");
        return "Done.";
      }),
      close: () => port1.close(),
    };
  },
  "by an HTTP server in the same process": async (call) => {
    const server = createServer((_, response) => void call().then(() => response.end("Done.")));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return {
      ...agent(async () => (await fetch(`http://127.0.0.1:${String(port)}`)).text()),
      close: () => {
        server.closeAllConnections();
        server.close();
      },
    };
  },
  "by what was bound before": (call) => {
    const bound = AsyncResource.bind(call);
    return agent(async () => {
      await bound();
      return "Done.";
    });
  },
  "by a listener of the signal, at the deadline": (call) => late(inSignal(call)),
  "by a listener of the signal, when the caller aborts": (call) => aborted(inSignal(call)),
  "by onabort of the signal": (call) => late(({ signal }) => new Promise(() => (signal.onabort = () => void call()))),
  "by return() of a stream, at the deadline": (call) =>
    late(() => ({
      [Symbol.asyncIterator]: () => ({
        next: () => hangs,
        return: async () => {
          await call();
          return { done: true, value: undefined };
        },
      }),
    })),
  "by the user": (call) => {
    const user = new ScriptedUser(["Refund it."]);
    return callback({
      user: {
        name: "own",
        next: async (input) => {
          await call();
          return user.next(input);
        },
      },
    });
  },
  "by a listener of the user's signal": (call) => ({
    options: {
      turnTimeoutMs: 1,
      user: {
        name: "own",
        next: ({ signal }) => new Promise(() => signal.addEventListener("abort", () => void call())),
      },
    },
  }),
  "by the stopping controller": (call) =>
    callback({
      stoppingController: async () => {
        await call();
        return proceed();
      },
    }),
  "by stopWhenMet": (call) =>
    callback({
      stopWhenMet: async () => {
        await call();
        return false;
      },
    }),
  "by a check of a script": (call) =>
    callback({ user: new ScriptedScenario([steps.user("Refund it."), steps.check(() => call().then(() => true))]) }),
  "by a step of a script": (call) => callback({ user: new ScriptedScenario([steps.user("Refund it."), () => call()]) }),
  "by onSimulationComplete": (call) => ({ options: {}, simulate: { onSimulationComplete: () => call() } }),
  "between the last reply and the end of the run": (call) => {
    const jobs = new EventEmitter();
    const worker = once(jobs, "job").then(call);
    return {
      ...agent(() => {
        jobs.emit("job");
        return "Done.";
      }),
      simulate: { onSimulationComplete: async () => void (await worker) },
      close: () => worker,
    };
  },
};
