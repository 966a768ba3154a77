import { isDeepStrictEqual } from "node:util";
import type { JsonValue } from "../../test-case/json.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import type { Environment } from "../world/environment.js";
import type { WorldSnapshot } from "../world/snapshot.js";
import type { WorldTools } from "../world/world-tool.js";

export interface ReplayOptions {
  /** The golden's state at the start. Default: that of the environment. */
  readonly initialState?: JsonValue;
}

export interface Replay<S = unknown> {
  readonly snapshot: WorldSnapshot<S>;
  readonly state: S;
  /**
   * Actions that failed, or that write and changed nothing, in words: then the golden is wrong, and its state proves nothing,
   * or is that of an agent which did nothing.
   */
  readonly failures: readonly string[];
}

/** Runs calls on a fresh world on which no faults are planned, and tells the state they lead to. */
export function replayActions<S, T>(
  environment: Environment<S, T>,
  actions: readonly ToolCall[],
  { initialState }: ReplayOptions = {},
): Replay<S> {
  const world = environment.open({ faults: false, ...(initialState !== undefined && { initialState }) });
  const failures = actions.flatMap(({ name, inputParameters }, index) => {
    const place = `action ${String(index + 1)} (${name})`;
    if (typeof inputParameters === "string") return [`${place}: its arguments are text and no JSON object`];
    const before = world.state;
    const result = world.apply(name, inputParameters);
    if (result.type === "failed") return [`${place}: ${result.message}`];
    const isWrite = (environment.tools as WorldTools<S, Readonly<Record<string, unknown>>>)[name]?.write === true;
    if (!isWrite || !isDeepStrictEqual(before, world.state)) return [];
    return [`${place}: it is a tool that writes, and changed nothing. Are its arguments right? If so, leave it out`];
  });
  return { snapshot: world.snapshot, state: world.state, failures };
}
