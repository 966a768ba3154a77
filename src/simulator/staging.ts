import type { Environment } from "../environment/world/environment.js";
import type { InterceptPlan } from "../environment/interception/intercept-tools.js";
import type { InterceptedCall } from "../environment/interception/intercepted-call.js";
import type { JsonValue } from "../test-case/json.js";
import type { Clock } from "./clock.js";
import type { Job } from "./jobs.js";
import type { Ports } from "./ports.js";

export interface StagingOptions {
  readonly environment: Environment | undefined;
  readonly intercept: InterceptPlan | undefined;
  readonly clock: Clock;
}

export interface Staging extends Pick<Ports, "stageFor" | "replayedState" | "onStageClosed"> {
  /** Rules that met no call in any conversation, each in one sentence: mostly slips in a name. */
  readonly unused: () => readonly string[];
}

/** What surrounds the agent in each conversation. Nothing of it is loaded where neither option is given. */
export async function stagingOf({ environment, intercept, clock }: StagingOptions): Promise<Staging> {
  if (environment === undefined && intercept === undefined) return { unused: () => [] };
  const [{ Stage }, { replayActions }, { unusedMocks }, { observe }] = await Promise.all([
    import("../environment/stage.js"),
    import("../environment/state/replay-actions.js"),
    import("../environment/interception/unused-mocks.js"),
    import("../tracing/observe/observe.js"),
  ]);
  const met = new Map<string, InterceptedCall>();
  return {
    stageFor: ({ golden, threadId }, from) =>
      new Stage({
        environment,
        intercept,
        from,
        initialState: golden.initialState,
        seed: threadId,
        timer: clock,
        wrap: ({ name, write }, tool) => observe({ type: "tool", name, write }, tool),
      }),
    replayedState: ({ golden }: Job) => {
      const { goldenActions = [], initialState } = golden;
      if (environment === undefined || goldenActions.length === 0) return undefined;
      const given = initialState === undefined ? {} : { initialState };
      const { state, failures } = replayActions(environment, goldenActions, given);
      return { state: state as JsonValue, failures };
    },
    onStageClosed: ({ calls }) => calls.forEach((call) => met.set(call.name, call)),
    unused: () =>
      intercept === undefined ? [] : unusedMocks(intercept, [[...met.values()]]).map(({ message }) => message),
  };
}
