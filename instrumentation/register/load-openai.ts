import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { quietly } from "../../src/tracing/instrument.js";

/** Where an installed openai has its two builds, which have classes of their own. */
export interface Builds {
  readonly required: string;
  readonly imported: string;
}

/** Those that an app in one of these folders gets. Empty: it is not installed there. */
export function buildsFrom(folders: readonly string[]): readonly Builds[] {
  const entries = new Set(folders.flatMap((folder) => entryFrom(folder) ?? []));
  return [...entries].map((required) => ({ required, imported: join(dirname(required), "index.mjs") }));
}

function entryFrom(folder: string): string | undefined {
  try {
    return createRequire(join(folder, "_")).resolve("openai");
  } catch {
    return undefined;
  }
}

/** Loads a build as `require` does, from within the package: Node warns of ES modules that are required elsewhere. */
export function requireBuild(file: string): object | undefined {
  return quietly("requiring openai", () => {
    const require = createRequire(file);
    const shims = shimsOf(file);
    if (shims !== undefined) require(shims);
    return require(file) as object;
  });
}

/** Loads a build as `import` does, which other loaders, such as tsx, keep apart from what is required. */
export async function importBuild(file: string): Promise<object | undefined> {
  try {
    const shims = shimsOf(file);
    if (shims !== undefined) await import(pathToFileURL(shims).href);
    return (await import(pathToFileURL(file).href)) as object;
  } catch (error) {
    return quietly("importing openai", () => {
      throw error;
    });
  }
}

/** openai 4 decides at its first import what it runs on; told before, it lets the app tell it the same. */
function shimsOf(file: string): string | undefined {
  const shims = join(dirname(file), "shims", file.endsWith(".mjs") ? "node.mjs" : "node.js");
  return existsSync(shims) ? shims : undefined;
}
