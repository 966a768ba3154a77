import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf } from "../../errors.js";
import { createTracing, instrumentationStates, tracingStatus } from "../../tracing/index.js";
import { providerLimits } from "../../tracing/provider/provider-limits.js";
import type { Shell } from "../shell.js";
import { agentChecks } from "./agent-checks.js";
import { apiCopies } from "./api-copies.js";
import { captureCheck, limitsCheck } from "./capture-check.js";
import { problem, type Check } from "./check.js";
import type { DoctorFlags } from "./doctor-flags.js";
import { folderCheck } from "./folder-check.js";
import { instrumentationChecks, ownInstrumentationChecks } from "./instrumentation-checks.js";
import { installedPackage } from "./installed-packages.js";
import { modelCheck } from "./model-check.js";
import { apiCheck, nodeCheck, peerCheck } from "./package-checks.js";
import { tracingChecks, type TracingFacts } from "./tracing-check.js";
import { tryAgent } from "./try-agent.js";

interface Manifest {
  readonly engines: { readonly node: string };
  readonly peerDependencies: { readonly [name: string]: string };
}

/** Looks at everything, and changes nothing that outlives the call but for what a module of the agent's does. */
export async function gatherChecks(flags: DoctorFlags, shell: Pick<Shell, "cwd" | "env" | "signal">): Promise<Check[]> {
  const { cwd, env } = shell;
  // Before anything of ours is set up, as in a test run; and its module may be what sets the user's own tracing up.
  const tried = await triedAgent(flags, shell);
  const limits = providerLimits();
  const manifestUrl = new URL("../../../package.json", import.meta.url);
  const { engines, peerDependencies } = JSON.parse(readFileSync(manifestUrl, "utf8")) as Manifest;
  const ourFolder = dirname(fileURLToPath(manifestUrl));
  const { "@opentelemetry/api": apiRange = "", ...optional } = peerDependencies;
  const api = (folder: string) => installedPackage("@opentelemetry/api", folder);
  return [
    nodeCheck(process.versions.node, engines.node),
    apiCheck(api(ourFolder), api(cwd), apiRange, apiCopies(cwd)),
    ...tracingChecks(await tracingFacts()),
    ...Object.entries(optional).map(([name, range]) => peerCheck(name, installedPackage(name, cwd), range)),
    ...instrumentationChecks((name) => installedPackage(name, cwd)),
    captureCheck(env),
    ...limitsCheck(env, limits),
    ...tried,
    ...ownInstrumentationChecks(instrumentationStates()),
    modelCheck(env, installedPackage("openai", cwd) !== null),
    folderCheck(cwd),
  ];
}

async function triedAgent(
  { agent, input = "Hello" }: DoctorFlags,
  shell: Pick<Shell, "cwd" | "signal">,
): Promise<readonly Check[]> {
  if (agent === undefined) return [];
  try {
    return agentChecks(await tryAgent(agent, input, shell));
  } catch (error) {
    return [problem("agent", messageOf(error), "The rest was looked at without it.")];
  }
}

async function tracingFacts(): Promise<TracingFacts> {
  const before = tracingStatus();
  const tracing = await createTracing();
  const after = tracing.status();
  await tracing.shutdown();
  return { before, after };
}
