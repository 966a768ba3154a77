import type { TracerProvider } from "@opentelemetry/api";
import { RehearsalError } from "../../src/errors.js";
import { checkCaptureOptions, isObject, quietly } from "../../src/tracing/instrument.js";
import { instrument, restore } from "../shared/instrumented.js";
import type { Settings } from "../shared/settings.js";
import type { OpenAIInstrumentationConfig } from "./openai-options.js";
import { prototypeOf, resourceOf, targets, type Target } from "./targets.js";
import { checkVersion, versionOf } from "./version.js";

/**
 * The same for every client of a class, in the shape that OpenTelemetry's `registerInstrumentations` takes. It patches no
 * module loader, which ES modules pass by: give it the class.
 *
 * @example
 * const instrumentation = new OpenAIInstrumentation();
 * instrumentation.manuallyInstrument(OpenAI);
 */
export class OpenAIInstrumentation {
  readonly instrumentationName = "rehearsal/instrumentation/openai";
  readonly instrumentationVersion = "1";
  readonly #settings: Settings;
  readonly #classes = new Set<object>();
  #isEnabled: boolean;

  constructor(options: OpenAIInstrumentationConfig = {}) {
    checkCaptureOptions("new OpenAIInstrumentation()", options, ["enabled"]);
    this.#isEnabled = options.enabled !== false;
    this.#settings = { captureContent: options.captureContent, tracer: undefined };
  }

  /** Takes the class, or the module that holds it. Clients that exist already are recorded from then on, too. */
  manuallyInstrument(openai: object): void {
    const found = classOf(openai);
    if (found === undefined) {
      const message =
        "manuallyInstrument() was given something that is not the class OpenAI. Give it the class, as in manuallyInstrument(OpenAI).";
      throw new RehearsalError("invalid_input", message);
    }
    checkVersion(versionOf(found));
    this.#classes.add(found);
    if (this.#isEnabled) this.#patch(found);
  }

  enable(): void {
    this.#isEnabled = true;
    for (const each of this.#classes) this.#patch(each);
  }

  /** Calls under way are still recorded to their end. */
  disable(): void {
    this.#isEnabled = false;
    for (const each of this.#classes) {
      for (const target of targets) {
        const prototype = prototypeIn(each, target);
        if (prototype !== undefined) restore(prototype, target.method);
      }
    }
  }

  /** Default: the registered one. */
  setTracerProvider(provider: TracerProvider): void {
    this.#settings.tracer = provider.getTracer(this.instrumentationName);
    if (this.#isEnabled) this.enable();
  }

  /** There are no metrics. */
  setMeterProvider(_provider: unknown): void {
    return undefined;
  }

  getConfig(): OpenAIInstrumentationConfig & { readonly enabled: boolean } {
    const { captureContent } = this.#settings;
    return { enabled: this.#isEnabled, ...(captureContent !== undefined && { captureContent }) };
  }

  setConfig(config: OpenAIInstrumentationConfig): void {
    checkCaptureOptions("setConfig()", config, ["enabled"]);
    const { captureContent, enabled = this.#isEnabled } = config;
    this.#settings.captureContent = captureContent;
    if (enabled) this.enable();
    else this.disable();
  }

  #patch(clientClass: object): void {
    for (const target of targets) {
      const prototype = prototypeIn(clientClass, target);
      if (prototype !== undefined) instrument(prototype, target.method, this.#settings, target.replace);
    }
  }
}

function classOf(openai: object): object | undefined {
  const candidates = [openai, Reflect.get(openai, "OpenAI"), Reflect.get(openai, "default")] as unknown[];
  return candidates.find(
    (each): each is object => typeof each === "function" && targets.some((target) => prototypeOf(each, target)),
  );
}

/** In openai 4 the class of `beta.chat` hangs nowhere, and only a client has it. */
function prototypeIn(clientClass: object, target: Target): object | undefined {
  const found = prototypeOf(clientClass, target);
  if (found !== undefined || target.path[0] !== "beta" || typeof clientClass !== "function") return found;
  if (versionOf(clientClass)?.startsWith("4.") !== true) return undefined;
  const client: unknown = quietly("looking into openai 4", (): unknown =>
    Reflect.construct(clientClass, [{ apiKey: "none" }]),
  );
  const resource = isObject(client) ? resourceOf(client, target) : undefined;
  return resource === undefined ? undefined : (Object.getPrototypeOf(resource) as object);
}
