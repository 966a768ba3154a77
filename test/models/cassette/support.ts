import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CassetteFile } from "../../../src/models/cassette/cassette-file.js";
import { Cassette, type CassetteOptions } from "../../../src/models/cassette/cassette.js";
import type { CassetteMode } from "../../../src/models/cassette/mode.js";

/** A directory that is gone at the end of the block. */
export function temporary() {
  const directory = mkdtempSync(join(tmpdir(), "cassette-"));
  return {
    directory,
    path: join(directory, "golden.json"),
    text: () => readFileSync(join(directory, "golden.json"), "utf8"),
    json: () => JSON.parse(readFileSync(join(directory, "golden.json"), "utf8")) as CassetteJson,
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

export interface CassetteJson {
  readonly cassette: number;
  readonly recordings: { readonly scope?: string; readonly target: string; request: unknown; reply: unknown }[];
}

/** A cassette in an environment without secrets and modes. */
export const cassetteAt = (
  path: string,
  mode: CassetteMode,
  options: Partial<CassetteOptions> = {},
  internals: {
    readonly env?: Record<string, string>;
    readonly startedMs?: number;
    file?: (make: () => CassetteFile) => CassetteFile;
    readonly isPlain?: (text: string) => boolean;
  } = {},
): Cassette => new Cassette({ path, mode, ...options }, { env: {}, ...internals });

/** What must not be called. */
export const unreachable = async (): Promise<never> => {
  throw new Error("a replay asked for the real thing");
};
