import { RehearsalError } from "../../src/errors.js";
import { checkCaptureOptions, quietly } from "../../src/tracing/instrument.js";
import { instrument, restore } from "../shared/instrumented.js";
import type { Settings } from "../shared/settings.js";
import type { OpenAIOptions } from "./openai-options.js";
import { methodOf, resourceOf, targets, type Target } from "./targets.js";
import { checkVersion, versionOf } from "./version.js";

/**
 * Records every call of an OpenAI client: chat completions, responses and embeddings, streamed or not, with the helpers
 * that are built on them. The same client comes back, patched in place, and stays what it was: promises keep their type,
 * streams their methods, errors their class. Wrapping it again changes nothing but the options.
 *
 * For openai 4 to 7. Its Realtime, Assistants and legacy Completions APIs are left alone. Never throws but for what is no
 * client at all, for one that can't be patched since it is frozen, and for options that there are not.
 *
 * @example
 * const client = wrapOpenAI(new OpenAI());
 */
export function wrapOpenAI<T extends object>(client: T, options: OpenAIOptions = {}): T {
  checkCaptureOptions("wrapOpenAI()", options);
  wrap(client, { captureContent: options.captureContent, tracer: undefined });
  return client;
}

function wrap(client: object, settings: Settings): void {
  checkVersion(versionOf(client));
  const found = targets.filter((target) => typeof methodOf(client, target) === "function");
  if (found.length === 0) {
    const message =
      "wrapOpenAI() was given an object without chat.completions, responses or embeddings to record. Give it a client, as in wrapOpenAI(new OpenAI()).";
    throw new RehearsalError("invalid_input", message);
  }
  const fixed = found.filter((target) => {
    const resource = resourceOf(client, target);
    return resource === undefined || !instrument(resource, target.method, settings, target.replace);
  });
  if (fixed.length > 0) throw unpatchable(fixed);
  // A client with other options is a new one, which is expected to be recorded as well.
  instrument(client, "withOptions", settings, (withOptions, kept) => {
    return function (this: unknown, ...args: unknown[]) {
      const other: unknown = Reflect.apply(withOptions, this, args);
      if (typeof other === "object" && other !== null)
        quietly("wrapping a client of other options", () => wrap(other, kept));
      return other;
    };
  });
}

/** Calls that nobody records would be missed in silence. */
function unpatchable(fixed: readonly Target[]): RehearsalError {
  const methods = fixed.map(({ path, method }) => [...path, method].join("."));
  return new RehearsalError(
    "invalid_input",
    `wrapOpenAI() can't record ${[...new Set(methods)].join(", ")}: the client is frozen there, or the method can't be ` +
      "replaced. Wrap the client before it is frozen, or record its class: new OpenAIInstrumentation().manuallyInstrument(OpenAI).",
  );
}

/** Makes it a client that records nothing again. Calls under way are still recorded to their end. */
export function unwrapOpenAI<T extends object>(client: T): T {
  for (const target of targets) {
    const resource = resourceOf(client, target);
    if (resource !== undefined) restore(resource, target.method);
  }
  restore(client, "withOptions");
  return client;
}
