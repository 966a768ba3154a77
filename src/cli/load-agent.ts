import { existsSync } from "node:fs";
import { messageOf, RehearsalError } from "../errors.js";
import type { Agent } from "../simulator/agent.js";
import { unlessAborted } from "../evaluation/abort.js";
import { prepareTypeScript } from "./load-typescript.js";
import { modulePath, moduleUrl } from "./module-url.js";
import { stackOf, whereThrown } from "./where-thrown.js";

/**
 * Imports the module that holds the agent under test: its default export, or the one named `agent`. Rejects where the
 * signal fires before it is there.
 */
export async function loadAgent(named: string, cwd: string, signal?: AbortSignal): Promise<Agent> {
  const url = moduleUrl(named, cwd);
  const path = modulePath(url);
  if (!existsSync(path)) {
    throw new RehearsalError(
      "invalid_file",
      `--agent ${named}: there is no file ${path}. A path is taken from ${cwd}.`,
    );
  }
  await prepareTypeScript(path, cwd);
  let module: object;
  try {
    // A module may wait for what never comes.
    module = await unlessAborted(signal, () => import(url) as Promise<object>);
  } catch (error) {
    throw new RehearsalError("agent_failed", `--agent ${named} can't be loaded: ${whatHappened(error, path)}`, {
      cause: error,
    });
  }
  return agentIn(module, named);
}

/** A CommonJS module's exports are the default export of what `import` gives. */
export function agentIn(module: object, named: string): Agent {
  const inner = "default" in module && isObject(module.default) ? module.default : {};
  const candidates = [module, inner].flatMap((exports) => [
    "default" in exports ? exports.default : undefined,
    "agent" in exports ? exports.agent : undefined,
  ]);
  const agent = candidates.find((candidate) => typeof candidate === "function");
  if (agent !== undefined) return agent as Agent;
  const within = exportsOf(inner);
  throw new RehearsalError(
    "invalid_input",
    `--agent ${named}: it exports no function as default or as "agent". ` +
      `It exports: ${exportsOf(module) || "nothing"}${within === "" ? "" : `; in default: ${within}`}. ` +
      "Write: export default async ({ input, threadId }) => reply;",
  );
}

/** `answer (function), LIMIT (number)`, without what only tells loaders of the module's kind. */
const exportsOf = (module: object): string =>
  Object.entries(module)
    .filter(([name]) => name !== "__esModule" && name !== "module.exports")
    .map(([name, value]) => `${name} (${kindOf(value)})`)
    .join(", ");

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const kindOf = (value: unknown): string => (value === null ? "null" : typeof value);

const isOurs = (error: unknown): boolean => error instanceof RehearsalError && error.code === "aborted";

function whatHappened(error: unknown, path: string): string {
  const frame = isOurs(error) ? undefined : whereThrown(stackOf(error));
  if (frame !== undefined) return `${messageOf(error)}\n  at ${frame}`;
  return error instanceof SyntaxError ? `${messageOf(error)}\n  "node --check ${path}" shows where.` : messageOf(error);
}
