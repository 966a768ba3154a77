import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The version of the package in a folder. Null: there is none, or its package.json can't be read. */
export function packageVersion(folder: string): string | null {
  try {
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      readonly version?: unknown;
    };
    return typeof version === "string" ? version : null;
  } catch {
    return null;
  }
}
