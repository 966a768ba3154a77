import type { World } from "../environment/world/world.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { Turn } from "../test-case/turn.js";
import type { Abortable } from "./abortable.js";
import type { AgentInput } from "./agent.js";

type Given = Omit<AgentInput, "signal" | "headers" | "world"> & {
  readonly world: World | undefined;
  readonly call: Abortable;
  readonly headers: () => AgentInput["headers"];
};

/** What the agent is given, with all of it in properties of its own, so that it can be spread. */
export class GivenInput implements AgentInput {
  readonly input: string | null;
  readonly turns: readonly Turn[];
  readonly threadId: string;
  readonly golden: ConversationalGolden;
  declare readonly world?: World;
  declare readonly headers: AgentInput["headers"];
  declare readonly signal: AbortSignal;

  constructor({ input, turns, threadId, golden, headers, call, world }: Given) {
    this.input = input;
    this.turns = turns;
    this.threadId = threadId;
    this.golden = golden;
    if (world !== undefined) this.world = world;
    // Who reads them means to send them to another process, whose spans are then worth waiting for.
    Object.defineProperty(this, "headers", { get: headers, enumerable: true });
    // Made when it is first read.
    Object.defineProperty(this, "signal", { get: () => call.signal, enumerable: true });
  }

  /**
   * An observed agent is recorded with its arguments as JSON. With the whole history in each of them, the traces of a
   * conversation would grow with the square of its turns.
   */
  toJSON(): object {
    return { input: this.input, threadId: this.threadId, golden: this.golden.id, turn: this.turns.length + 1 };
  }
}
