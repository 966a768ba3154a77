import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { createTracing, tracingStatus } from "../../tracing/index.js";
import type { Shell } from "../shell.js";
import type { Check } from "./check.js";
import { folderCheck } from "./folder-check.js";
import { installedPackage } from "./installed-packages.js";
import { modelCheck } from "./model-check.js";
import { apiCheck, nodeCheck, peerCheck } from "./package-checks.js";
import { tracingChecks, type TracingFacts } from "./tracing-check.js";

interface Manifest {
  readonly engines: { readonly node: string };
  readonly peerDependencies: { readonly [name: string]: string };
}

/** Looks at everything, and changes nothing that outlives the call. */
export async function gatherChecks({ cwd, env }: Pick<Shell, "cwd" | "env">): Promise<Check[]> {
  const manifestUrl = new URL("../../../package.json", import.meta.url);
  const { engines, peerDependencies } = JSON.parse(readFileSync(manifestUrl, "utf8")) as Manifest;
  const ourFolder = dirname(fileURLToPath(manifestUrl));
  const { "@opentelemetry/api": apiRange = "", ...optional } = peerDependencies;
  const api = (folder: string) => installedPackage("@opentelemetry/api", folder);
  return [
    nodeCheck(process.versions.node, engines.node),
    apiCheck(api(ourFolder), api(cwd), apiRange),
    ...tracingChecks(await tracingFacts()),
    ...Object.entries(optional).map(([name, range]) => peerCheck(name, installedPackage(name, cwd), range)),
    modelCheck(env, installedPackage("openai", cwd) !== null),
    folderCheck(cwd),
  ];
}

async function tracingFacts(): Promise<TracingFacts> {
  const before = tracingStatus();
  const tracing = await createTracing();
  const after = tracing.status();
  await tracing.shutdown();
  return { before, after };
}
