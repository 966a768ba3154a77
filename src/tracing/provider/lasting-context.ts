import { context, createContextKey, ROOT_CONTEXT } from "@opentelemetry/api";
import { shared } from "../../test-case/shared.js";
import { registeredApi } from "./global-provider.js";

const PROBE = createContextKey("rehearsal.probe.lasting");

/** Whether the managers that were tried carry context over an await. */
const tried = shared("lasting-context", () => new WeakMap<object, "unknown" | "lasts" | "is lost">());

/**
 * Tries, once for each global context manager, whether a context is still there after an `await`; those that keep a mere
 * stack lose it. Tells where it is lost: at once if that is known, else before whatever is queued after this call.
 */
export function onLostContext(tell: () => void): void {
  const manager = registeredApi()?.context;
  if (typeof manager !== "object" || manager === null) return;
  const found = tried().get(manager);
  if (found === "is lost") tell();
  if (found !== undefined) return;
  tried().set(manager, "unknown");
  const probe = async (): Promise<void> => {
    await Promise.resolve();
    const lasts = context.active().getValue(PROBE) === true;
    tried().set(manager, lasts ? "lasts" : "is lost");
    if (!lasts) tell();
  };
  context.with(ROOT_CONTEXT.setValue(PROBE, true), () => void probe().catch(() => undefined));
}
