import type { Tracing } from "./run-tracing.js";

/** Makes tracing ready. Loaded here, so that importing the simulator stays cheap. */
export async function loadTracing(): Promise<Tracing> {
  const [{ prepareTracing }, { startConversation }, { startRun }, { knowsRetrieval, knowsTools }] = await Promise.all([
    import("../tracing/provider/prepare.js"),
    import("../tracing/run/conversation-span.js"),
    import("../tracing/run/run.js"),
    import("../tracing/reading/missing.js"),
  ]);
  await prepareTracing();
  return { startConversation, startRun, knowsTools, knowsRetrieval };
}
