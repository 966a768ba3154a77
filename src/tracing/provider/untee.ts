import type { TracerProvider } from "@opentelemetry/api";
import { shared } from "../../test-case/shared.js";

const originals = shared("tees", () => new WeakMap<TracerProvider, TracerProvider>());

/** Says which provider is behind a tee. */
export const noteTee = (tee: TracerProvider, provider: TracerProvider): void => void originals().set(tee, provider);

/** The provider behind a tee, or the provider itself. */
export const untee = (provider: TracerProvider): TracerProvider => originals().get(provider) ?? provider;
