import type { Agent } from "./agent.js";
import type { Channel } from "./channel.js";
import { replyOf } from "./reply.js";
import { isStream, readStream } from "./stream.js";

/** The agent is a function in this process, and both sides write. */
export function textChannel(agent: Agent): Channel {
  return {
    async exchange(input, clock) {
      const reply: unknown = await agent(input);
      if (isStream(reply)) return readStream(reply, input.signal, clock);
      return { begunAt: clock.now(), ...replyOf(reply) };
    },
  };
}
