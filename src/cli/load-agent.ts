import { existsSync } from "node:fs";
import { messageOf, RehearsalError } from "../errors.js";
import type { Agent } from "../simulator/agent.js";
import { unlessAborted } from "../evaluation/abort.js";
import { prepareTypeScript } from "./load-typescript.js";
import { modulePath, moduleUrl } from "./module-url.js";
import { surroundingsIn, type Surroundings } from "./surroundings.js";
import { stackOf, whereThrown } from "./where-thrown.js";

/** An agent with what a simulator takes beside it. */
export interface LoadedAgent extends Surroundings {
  readonly agent: Agent;
}

/**
 * Imports the module that holds the agent under test: its default export, or the one named `agent`; and what surrounds it,
 * where it exports `environment` or `intercept` (see `surroundingsIn`). Rejects where the signal fires before it is there.
 */
export async function loadAgent(named: string, cwd: string, signal?: AbortSignal): Promise<LoadedAgent> {
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
  return { agent: agentIn(module, named), ...surroundingsIn(module, named) };
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
  const told = messageOf(error) + loadAgentHint(error);
  if (frame !== undefined) return `${told}\n  at ${frame}`;
  return error instanceof SyntaxError ? `${told}\n  "node --check ${path}" shows where.` : told;
}

/** What to do where a module of JavaScript imports TypeScript, which is not seen before it is loaded. */
export function loadAgentHint(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  if (code !== "ERR_UNKNOWN_FILE_EXTENSION" || !/\.[cm]?tsx?\b/.test(messageOf(error))) return "";
  return "\n  This Node can't load TypeScript by itself. Install tsx, and begin with: NODE_OPTIONS='--import tsx' npx rehearsal simulate …";
}
