import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { RehearsalError } from "../errors.js";
import { installedPackage } from "./doctor/installed-packages.js";

/** Node strips types itself from 22.18 and 24.3 on; tsx or another loader may have been given to the process. */
const typesAreStripped = (): boolean => "typescript" in process.features && process.features.typescript !== false;
const loaderIsGiven = (): boolean =>
  [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].some((option) => /\b(tsx|ts-node|swc|jiti)\b/.test(option));

/**
 * Makes TypeScript modules loadable, where this Node can't load them: with the tsx of the user's project. It has to
 * happen before the first attempt, since Node remembers a module that failed.
 */
export async function prepareTypeScript(path: string, cwd: string): Promise<void> {
  if (!/\.[cm]?tsx?$/.test(path) || typesAreStripped() || loaderIsGiven()) return;
  const tsx = installedPackage("tsx", cwd);
  if (tsx === null) {
    throw new RehearsalError(
      "missing_package",
      `${path} is TypeScript, which Node ${process.versions.node} can't load by itself. ` +
        "Install tsx (npm install --save-dev tsx), use Node 22.18 or later, or name the compiled .js file.",
    );
  }
  await import(entryOf(tsx.folder));
}

/** What `node --import tsx` loads. Not resolved by name: that would find ours instead of the user's. */
function entryOf(folder: string): string {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { exports?: { "."?: unknown } };
  const main = exports?.["."];
  return pathToFileURL(join(folder, typeof main === "string" ? main : "dist/loader.mjs")).href;
}
