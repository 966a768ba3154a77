import { trace, type TracerProvider } from "@opentelemetry/api";
import type { SpanProcessor } from "@opentelemetry/sdk-trace-base";
import { quietly } from "../faults.js";
import { lookAtEnvironment } from "../observe/capture.js";
import { forgetRecorders, TraceRecorder } from "../run/trace-recorder.js";
import { shared } from "../../test-case/shared.js";
import { ensureContextManager, removeContextManager } from "./context-manager.js";
import { forgetEarlyTracers, noteEarlyTracers } from "./early-tracers.js";
import { globalProxy, registeredProvider } from "./global-provider.js";
import { followRequests, leaveRequests } from "./incoming-requests.js";
import { setUnheard } from "./own-tracer.js";
import { teeProvider } from "./tee.js";
import { untee } from "./untee.js";

type Ours = TracerProvider & { shutdown(): Promise<void> };

interface State {
  ours?: Ours | undefined;
  preparing?: Promise<void> | undefined;
  refused?: boolean;
}

const state = shared("provider", (): State => ({}));

/**
 * Makes tracing ready: sets a context manager and a tracer provider where there is none, and adds nothing but a tee to a
 * provider that is there. Cheap when all is ready; the OpenTelemetry SDK is loaded only to set a provider.
 *
 * Register your own provider before the first run (in mocha: in a file given to `--require`), since OpenTelemetry
 * refuses a second one.
 */
export async function prepareTracing(): Promise<void> {
  lookAtEnvironment();
  connect();
  if (registeredProvider() !== undefined || state().refused === true) return;
  await (state().preparing ??= setProvider([]).finally(() => (state().preparing = undefined)));
}

/** All of the above that needs no SDK: what a run that nobody prepared still gets. */
export function connect(): void {
  quietly("setting a context manager", ensureContextManager);
  quietly("following requests", followRequests);
  quietly("joining the tracer provider", () => {
    const provider = registeredProvider();
    if (provider === undefined || provider === state().ours || untee(provider) !== provider) return;
    noteEarlyTracers(provider);
    globalProxy()?.setDelegate(teeProvider(provider));
  });
}

export async function setProvider(spanProcessors: readonly SpanProcessor[]): Promise<void> {
  try {
    const { AlwaysOnSampler, BasicTracerProvider } = await import("@opentelemetry/sdk-trace-base");
    if (registeredProvider() !== undefined) return connect();
    const provider = new BasicTracerProvider({
      sampler: new AlwaysOnSampler(),
      spanProcessors: [new TraceRecorder(), ...spanProcessors],
      spanLimits: { attributeCountLimit: 100_000, attributeValueLengthLimit: Infinity, eventCountLimit: 10_000 },
    });
    state().refused = !trace.setGlobalTracerProvider(provider);
    forgetRecorders();
    if (state().refused === true) return;
    state().ours = provider;
    if (spanProcessors.length === 0) setUnheard(provider);
  } catch (error) {
    quietly("setting a tracer provider", () => {
      throw error;
    });
  }
}

export function providerKind(): "ours" | "user's" | "none" {
  const provider = registeredProvider();
  if (provider === undefined) return "none";
  return provider === state().ours ? "ours" : "user's";
}

export function isTeed(): boolean {
  const provider = registeredProvider();
  return provider !== undefined && untee(provider) !== provider;
}

/** Undoes what `prepareTracing` did, and leaves alone what others have registered. */
export async function removeTracing(): Promise<void> {
  const provider = state().ours;
  if (providerKind() === "ours") trace.disable();
  state().ours = undefined;
  state().refused = false;
  setUnheard(undefined);
  forgetEarlyTracers();
  quietly("leaving the tracer provider", () => {
    const current = registeredProvider();
    if (current !== undefined) globalProxy()?.setDelegate(untee(current));
  });
  quietly("leaving requests", leaveRequests);
  quietly("removing a context manager", removeContextManager);
  await provider?.shutdown();
}
