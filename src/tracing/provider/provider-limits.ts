import { quietly } from "../faults.js";
import { registeredProvider } from "./global-provider.js";
import { untee } from "./untee.js";

/** What a provider cuts short or drops of its spans' attributes. Absent: no limit, or it does not tell. */
export interface ProviderLimits {
  /** Characters that are kept of a value. */
  readonly valueLength?: number;
  /** Attributes that are kept of a span. */
  readonly count?: number;
}

/** The limits of the registered provider, as far as its tracers tell. */
export function providerLimits(): ProviderLimits {
  return (
    quietly("reading a provider's limits", () => {
      const provider = registeredProvider();
      const tracer: unknown = provider === undefined ? undefined : untee(provider).getTracer("rehearsal");
      const limits = isHolder(tracer) ? limitsOf(tracer) : undefined;
      if (!isHolder(limits)) return {};
      const { attributeValueLengthLimit: valueLength, attributeCountLimit: count } = limits;
      return { ...(isLimit(valueLength) && { valueLength }), ...(isLimit(count) && { count }) };
    }) ?? {}
  );
}

/** By a method in version 1 of OpenTelemetry's SDK; in version 2 but a private field has them. */
const limitsOf = (tracer: Readonly<Record<string, unknown>>): unknown =>
  typeof tracer.getSpanLimits === "function" ? Reflect.apply(tracer.getSpanLimits, tracer, []) : tracer._spanLimits;

const isHolder = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const isLimit = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
