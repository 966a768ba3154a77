import type { ConventionReader } from "../reading/read-span.js";
import { readAiSdk } from "./ai-sdk.js";
import { readConfident } from "./confident.js";
import { readLangfuse } from "./langfuse.js";
import { readLangWatch } from "./langwatch.js";
import { readLiveKit } from "./livekit.js";
import { readMcp } from "./mcp.js";
import { readOpenInference } from "./openinference.js";
import { readOtelGenAi } from "./otel-genai.js";
import { readOwn } from "./own.js";
import { readPipecat } from "./pipecat.js";
import { readTraceloopEntity } from "./traceloop-entity.js";
import { readTraceloopLegacy } from "./traceloop-legacy.js";
import { readTraceloopVectors } from "./traceloop-vectors.js";

/** In the order in which they are asked: the more particular a convention, the earlier. */
export const conventions: readonly ConventionReader[] = [
  readOwn,
  readConfident,
  readLangWatch,
  readLangfuse,
  readOpenInference,
  readTraceloopEntity,
  readTraceloopLegacy,
  // These write the standard's attributes too, but say more in their own.
  readLiveKit,
  readPipecat,
  readMcp,
  readOtelGenAi,
  readAiSdk,
  readTraceloopVectors,
];
