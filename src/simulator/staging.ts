import { messageOf, RehearsalError } from "../errors.js";
import type { replayActions as ReplayActions, Replay } from "../environment/state/replay-actions.js";
import type { Environment } from "../environment/world/environment.js";
import type { InterceptPlan } from "../environment/interception/intercept-tools.js";
import type { InterceptedCall } from "../environment/interception/intercepted-call.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { JsonValue } from "../test-case/json.js";
import type { Clock } from "./clock.js";
import type { Job } from "./jobs.js";
import type { Ports } from "./ports.js";
import type { ScriptFor } from "./script/played-script.js";

export interface StagingOptions {
  readonly environment: Environment | undefined;
  readonly intercept: InterceptPlan | undefined;
  readonly clock: Clock;
  /** The script that is played over a golden, whose faults of tools happen before all rules. */
  readonly scriptFor: ScriptFor;
  readonly goldens: readonly ConversationalGolden[];
}

export interface Staging extends Pick<Ports, "stageFor" | "replayedState" | "onStageClosed"> {
  /**
   * Rules that met no call in any conversation, mostly slips in a name, and tools that were really called beside an
   * environment and may write. Each in one sentence.
   */
  readonly unused: () => readonly string[];
  /** Refuses tools that are called in no conversation, between them and after the last too, until what it returns is called. */
  readonly guard: () => () => void;
}

/** What surrounds the agent in each conversation. Nothing of it is loaded where neither option is given. */
export async function stagingOf({
  environment,
  intercept,
  clock,
  scriptFor,
  goldens,
}: StagingOptions): Promise<Staging> {
  const faultsOf = (golden: ConversationalGolden) => scriptFor(golden)?.faults ?? [];
  const isPlain = environment === undefined && intercept === undefined;
  if (isPlain && goldens.every((golden) => faultsOf(golden).length === 0))
    return { unused: () => [], guard: () => () => undefined };
  const [{ Stage }, { replayActions }, { unusedMocks }, { observe }, { withFaults }, { refuseOutside }] =
    await Promise.all([
      import("../environment/stage.js"),
      import("../environment/state/replay-actions.js"),
      import("../environment/interception/unused-mocks.js"),
      import("../tracing/observe/observe.js"),
      import("./script/fault-plan.js"),
      import("../environment/interception/outside.js"),
    ]);
  if (environment !== undefined) assertActionsWork(goldens, (golden) => replayed(replayActions, environment, golden));
  const met = new Map<string, InterceptedCall>();
  const unplanned = new Set<string>();
  return {
    stageFor: ({ golden, threadId }, from) =>
      new Stage({
        environment,
        intercept: withFaults(intercept, faultsOf(golden)),
        from,
        initialState: golden.initialState,
        seed: threadId,
        timer: clock,
        wrap: ({ name, write }, tool) => observe({ type: "tool", name, write }, tool),
      }).guard(),
    replayedState: ({ golden }: Job) => {
      if (environment === undefined || (golden.goldenActions ?? []).length === 0) return undefined;
      const { state, failures } = replayed(replayActions, environment, golden);
      return { state: state as JsonValue, failures };
    },
    guard: () =>
      refuseOutside({
        plan: intercept ?? { rules: new Map(), writes: "pass" },
        inWorld: Object.keys(environment?.tools ?? {}),
      }),
    onStageClosed: ({ calls, unplanned: names = [] }) => {
      calls.forEach((call) => met.set(call.name, call));
      names.forEach((name) => unplanned.add(name));
    },
    unused: () => [
      ...(intercept === undefined ? [] : unusedMocks(intercept, [[...met.values()]]).map(({ message }) => message)),
      ...reallyCalled([...unplanned]),
    ],
  };
}

/** Tools that were likely forgotten in the environment, or among the rules. */
function reallyCalled(names: readonly string[]): readonly string[] {
  const [first] = names;
  if (first === undefined) return [];
  return [
    `Really called were tools that the environment does not have and that may write: ${names.join(", ")}. Add them to it; or say that it is meant, by interceptTools({ ${JSON.stringify(first)}: pass }) or observe({ write: false }); or keep all such away, by interceptTools({}, { writes: "refuse" })`,
  ];
}

const replayed = (
  replay: typeof ReplayActions,
  environment: Environment,
  { goldenActions = [], initialState }: ConversationalGolden,
): Replay => replay(environment, goldenActions, initialState === undefined ? {} : { initialState });

/** Throws where actions of a golden fail: no conversation could be judged by the state that they lead to. */
function assertActionsWork(
  goldens: readonly ConversationalGolden[],
  replay: (golden: ConversationalGolden) => Replay,
): void {
  const faults = goldens
    .filter(({ goldenActions = [] }) => goldenActions.length > 0)
    .flatMap((golden) => failuresOf(golden, replay).map((failure) => `\n  golden "${golden.id}", ${failure}`));
  if (faults.length === 0) return;
  throw new RehearsalError(
    "invalid_input",
    `simulate: goldenActions fail in the environment, so they show no state to compare with:${faults.join("")}`,
  );
}

function failuresOf(golden: ConversationalGolden, replay: (golden: ConversationalGolden) => Replay): readonly string[] {
  try {
    return replay(golden).failures;
  } catch (error) {
    return [messageOf(error)];
  }
}
