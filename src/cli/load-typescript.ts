import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { RehearsalError } from "../errors.js";
import { installedPackage, type InstalledPackage } from "./doctor/installed-packages.js";

export interface TypeScriptHost {
  /** Whether TypeScript can be imported as it is. */
  readonly loads: boolean;
  readonly tsxFor: (cwd: string) => InstalledPackage | null;
  readonly load: (url: string) => Promise<unknown>;
}

/** Node strips types itself from 22.18 and 24.3 on; tsx or another loader may have been given to the process. */
const thisProcess = (): TypeScriptHost => ({
  loads:
    ("typescript" in process.features && process.features.typescript !== false) ||
    [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].some((it) => /\b(tsx|ts-node|swc|jiti)\b/.test(it)),
  tsxFor: (cwd) => installedPackage("tsx", cwd),
  load: (url) => import(url),
});

/**
 * Makes TypeScript modules loadable, where this Node can't load them: with the tsx of the user's project. It has to
 * happen before the first attempt, since Node remembers a module that failed.
 */
export async function prepareTypeScript(
  path: string,
  cwd: string,
  host: TypeScriptHost = thisProcess(),
): Promise<void> {
  if (!/\.[cm]?tsx?$/.test(path) || host.loads) return;
  const tsx = host.tsxFor(cwd);
  if (tsx === null) {
    throw new RehearsalError(
      "missing_package",
      `${path} is TypeScript, which Node ${process.versions.node} can't load by itself. ` +
        "Install tsx (npm install --save-dev tsx), use Node 22.18 or later, or name the compiled .js file.",
    );
  }
  await host.load(entryOf(tsx.folder));
}

/** What `node --import tsx` loads. Not resolved by name: that would find a tsx beside us, and not the user's. */
function entryOf(folder: string): string {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { exports?: { "."?: unknown } };
  const main = exports?.["."];
  return pathToFileURL(join(folder, typeof main === "string" ? main : "dist/loader.mjs")).href;
}
