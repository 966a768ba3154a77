import { readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { packageVersion } from "../../files/package-version.js";

export interface InstalledPackage {
  readonly version: string;
  /** Its real folder: two names of one folder are one copy. */
  readonly folder: string;
  /** The versions of Node that it asks for. Absent: it does not say. */
  readonly node?: string;
}

/**
 * The copy of a package that code in `folder` gets. Looked up by hand, because a package may keep its package.json out
 * of its exports. Null: none.
 */
export function installedPackage(name: string, folder: string): InstalledPackage | null {
  for (let current = folder; ; current = dirname(current)) {
    const candidate = join(current, "node_modules", name);
    const version = packageVersion(candidate);
    if (version !== null) {
      const node = nodeOf(candidate);
      return { version, folder: realpathSync(candidate), ...(node !== undefined && { node }) };
    }
    if (dirname(current) === current) return null;
  }
}

function nodeOf(folder: string): string | undefined {
  const { engines } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly engines?: { readonly node?: unknown } | null;
  };
  return typeof engines?.node === "string" ? engines.node : undefined;
}
