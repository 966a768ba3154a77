import type { InstrumentationState } from "../../tracing/provider/instrumentations.js";
import { ok, problem, type Check } from "./check.js";
import type { InstalledPackage } from "./installed-packages.js";
import { inRange } from "./version-range.js";

type Find = (name: string) => InstalledPackage | null;

interface Pair {
  readonly instrumentation: string;
  readonly target: string;
  /** Of the target. */
  readonly range: string;
}

/** Instrumentations that record nothing, and say nothing, where what they are for is of another version. */
const pairs: readonly Pair[] = [
  { instrumentation: "@traceloop/instrumentation-openai", target: "openai", range: ">=4 <7" },
  { instrumentation: "@opentelemetry/instrumentation-openai", target: "openai", range: ">=4.19 <7" },
  { instrumentation: "@arizeai/openinference-instrumentation-openai", target: "openai", range: ">=5 <8" },
  {
    instrumentation: "@arizeai/openinference-instrumentation-langchain",
    target: "@langchain/core",
    range: ">=0.3 <2",
  },
];

/** What is known not to work together among the packages of others. */
export function instrumentationChecks(find: Find): readonly Check[] {
  return [...pairs.flatMap((pair) => pairCheck(pair, find)), ...aiSdkCheck(find)];
}

/** What our own instrumentations met while the agent was at work. */
export const ownInstrumentationChecks = (states: readonly InstrumentationState[]): readonly Check[] =>
  states.map(({ name, version, note: trouble }) => {
    const [what, found] = [`${name} calls`, version === null ? "are recorded" : `of ${version} are recorded`];
    return trouble === undefined ? ok(what, found) : problem(what, found.replace("are", "may not be"), trouble);
  });

function pairCheck({ instrumentation, target, range }: Pair, find: Find): readonly Check[] {
  const installed = find(instrumentation);
  const its = find(target);
  if (installed === null || its === null || inRange(its.version, range) !== false) return [];
  const instead = target === "openai" ? ", or wrap the client: wrapOpenAI of rehearsal/instrumentation/openai" : "";
  return [
    problem(
      instrumentation,
      `${installed.version} records ${target} ${range}, and this is ${target} ${its.version}: it records nothing`,
      `Install a version that knows it${instead}.`,
    ),
  ];
}

function aiSdkCheck(find: Find): readonly Check[] {
  const sdk = find("ai");
  if (sdk === null || inRange(sdk.version, ">=7") !== true || find("@ai-sdk/otel") !== null) return [];
  return [
    problem(
      "ai",
      `${sdk.version}, whose telemetry is in a package of its own that is not installed`,
      'npm install @ai-sdk/otel, and call registerTelemetry(new OpenTelemetry()), which "ai" and it export.',
    ),
  ];
}
