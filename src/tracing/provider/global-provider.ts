import { ProxyTracerProvider, trace, type TracerProvider } from "@opentelemetry/api";

interface Delegating extends TracerProvider {
  getDelegate(): TracerProvider;
  setDelegate(delegate: TracerProvider): void;
}

/** The global provider is a proxy, whose public `getDelegate` and `setDelegate` lead to the one that was registered. */
export function globalProxy(): Delegating | undefined {
  const provider = trace.getTracerProvider();
  return "getDelegate" in provider && "setDelegate" in provider ? (provider as Delegating) : undefined;
}

/** The provider that was registered, whoever did. Undefined: none. */
export function registeredProvider(): TracerProvider | undefined {
  const proxy = globalProxy();
  if (proxy === undefined) return trace.getTracerProvider();
  const delegate = proxy.getDelegate();
  return delegate === new ProxyTracerProvider().getDelegate() ? undefined : delegate;
}

/** What the API keeps for all its copies in the process. Its version is that of the copy that registered first. */
export function registeredApi():
  { readonly version?: string; readonly trace?: unknown; readonly context?: unknown } | undefined {
  const value: unknown = Reflect.get(globalThis, Symbol.for("opentelemetry.js.api.1"));
  return typeof value === "object" && value !== null ? value : undefined;
}
