import { isObject } from "../../src/tracing/instrument.js";
import { callModel } from "./call-model.js";
import type { Replace } from "../shared/instrumented.js";
import { chat } from "./operations/chat.js";
import { embeddings } from "./operations/embeddings.js";
import type { Operation } from "./operations/operation.js";
import { responses } from "./operations/responses.js";
import { withRecordedFunctions, withRecordedTools } from "./run-tools.js";

/** A method that is replaced. All helpers (`stream`, `parse`, `runTools`) come through `create`. */
export interface Target {
  /** From the client, or from the class in capitals, to the resource. */
  readonly path: readonly string[];
  readonly method: string;
  readonly replace: Replace;
}

const recording =
  (operation: Operation): Replace =>
  (create, settings) =>
    function (this: unknown, ...args: unknown[]) {
      return callModel(create, this, args, operation, settings);
    };

const runningTools: Replace = (runTools, settings) =>
  function (this: unknown, body: unknown, ...rest: unknown[]) {
    return Reflect.apply(runTools, this, [withRecordedTools(body, settings), ...rest]);
  };

const runningFunctions: Replace = (runFunctions, settings) =>
  function (this: unknown, body: unknown, ...rest: unknown[]) {
    return Reflect.apply(runFunctions, this, [withRecordedFunctions(body, settings), ...rest]);
  };

/** `beta.chat` is openai 4, `beta.responses` openai 6 and later. */
export const targets: readonly Target[] = [
  { path: ["chat", "completions"], method: "create", replace: recording(chat) },
  { path: ["responses"], method: "create", replace: recording(responses) },
  { path: ["beta", "responses"], method: "create", replace: recording(responses) },
  { path: ["embeddings"], method: "create", replace: recording(embeddings) },
  { path: ["chat", "completions"], method: "runTools", replace: runningTools },
  { path: ["beta", "chat", "completions"], method: "runTools", replace: runningTools },
  { path: ["beta", "chat", "completions"], method: "runFunctions", replace: runningFunctions },
];

const follow = (from: unknown, path: readonly string[]): object | undefined => {
  let found = from;
  for (const step of path) {
    if ((typeof found !== "object" && typeof found !== "function") || found === null) return undefined;
    found = Reflect.get(found, step);
  }
  return isObject(found) || typeof found === "function" ? found : undefined;
};

export const resourceOf = (client: object, { path }: Target): object | undefined => follow(client, path);

/** Undefined: there is none. */
export function methodOf(client: object, target: Target): unknown {
  const resource = resourceOf(client, target);
  return resource === undefined ? undefined : Reflect.get(resource, target.method);
}

/** The class of a resource hangs on the class of the client, in the same place with a capital. */
export function prototypeOf(clientClass: object, { path }: Target): object | undefined {
  const steps = path.map((step) => step.charAt(0).toUpperCase() + step.slice(1));
  return follow(clientClass, [...steps, "prototype"]);
}
