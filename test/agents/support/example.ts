import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Agent } from "../../../src/simulator/agent.js";
import type { Trace } from "../../../src/test-case/trace.js";

export const folder = join(import.meta.dirname, "..", "..", "..", "examples", "tracing");

/** What an example exports. They are plain JavaScript, and their packages are installed on their own. */
export interface Example {
  readonly answer: (message: string, threadId: string) => Promise<string>;
  /** Where it does not go by OpenTelemetry: the answer with its trace. */
  readonly traced?: (message: string, threadId: string) => Promise<{ readonly text: string; readonly trace: Trace }>;
  /** The same for a simulator. */
  readonly agent?: Agent;
}

export const load = async <T = Example>(file: string): Promise<T> =>
  (await import(pathToFileURL(join(folder, file)).href)) as T;

/** The version of a package that the examples have installed. */
export function versionOf(name: string, within = "."): string {
  const path = join(folder, within, "node_modules", name, "package.json");
  return (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
}
