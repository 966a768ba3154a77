import { createContextKey } from "@opentelemetry/api";
import { activeContext, within } from "../context.js";

/** The key by which OpenTelemetry's SDK and propagators know that nothing is to be traced. */
const SUPPRESSED = createContextKey("OpenTelemetry SDK Context Key SUPPRESS_TRACING");

/** Runs `work` so that instrumentations neither trace it nor put headers of theirs on what it sends. */
export const untraced = <T>(work: () => T): T => within(activeContext().setValue(SUPPRESSED, true), work);
