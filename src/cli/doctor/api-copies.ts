import { readdirSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { packageVersion } from "../../files/package-version.js";
import type { InstalledPackage } from "./installed-packages.js";

/** A copy of the OpenTelemetry API that a package has for itself. */
export interface ApiCopy extends InstalledPackage {
  /** From the working folder. */
  readonly path: string;
  /** The package that has it. */
  readonly by: string;
}

const API = "@opentelemetry/api";

/** Folders that are looked into at most, of one tree: more are no project of this world. */
const MOST_FOLDERS = 20_000;

/**
 * The copies that packages of a project have for themselves, in npm's and yarn's nested folders (two deep) and in pnpm's
 * store; each real folder once, by whoever has it first.
 */
export function apiCopies(cwd: string): readonly ApiCopy[] {
  const found = new Map<string, ApiCopy>();
  const budget = { left: MOST_FOLDERS };
  for (let folder = cwd; ; folder = dirname(folder)) {
    for (const { path, by } of copiesIn(join(folder, "node_modules"), 2, budget)) {
      const version = packageVersion(path);
      if (version === null) continue;
      const real = realpathSync(path);
      if (!found.has(real)) found.set(real, { version, folder: real, path: relative(cwd, path), by });
    }
    if (dirname(folder) === folder) return [...found.values()];
  }
}

interface Found {
  readonly path: string;
  readonly by: string;
}

function* copiesIn(modules: string, depth: number, budget: { left: number }): Generator<Found> {
  for (const name of packagesIn(modules)) {
    if (budget.left-- <= 0) return;
    const own = join(modules, name, "node_modules");
    if (name === ".pnpm") yield* copiesInStore(join(modules, name), budget);
    else if (hasApi(own)) yield { path: join(own, API), by: name };
    if (depth > 1 && name !== ".pnpm") yield* copiesIn(own, depth - 1, budget);
  }
}

/** In pnpm's store every package of one version has a folder with what it gets, as links. */
function* copiesInStore(store: string, budget: { left: number }): Generator<Found> {
  for (const name of namesIn(store)) {
    if (budget.left-- <= 0) return;
    const own = join(store, name, "node_modules");
    const by = name.replace("+", "/").replace(/(?<=.@[^_(]*)[_(].*$/, "");
    if (!name.startsWith("@opentelemetry+api@") && hasApi(own)) yield { path: join(own, API), by };
  }
}

function* packagesIn(modules: string): Generator<string> {
  for (const name of namesIn(modules)) {
    if (name.startsWith("@")) for (const inner of namesIn(join(modules, name))) yield `${name}/${inner}`;
    else if (!name.startsWith(".") || name === ".pnpm") yield name;
  }
}

const hasApi = (modules: string): boolean => packageVersion(join(modules, API)) !== null;

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
