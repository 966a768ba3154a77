import { trace } from "@opentelemetry/api";
import type { Intercepted } from "../../../test-case/tool-seam.js";

/** Written on whatever span is around, since it is somebody else who records the call. */
export function noteOnSpan(did: Intercepted): void {
  try {
    trace.getActiveSpan()?.setAttribute("rehearsal.intercepted", did);
  } catch {
    // A fault in tracing is no fault of the agent.
  }
}
