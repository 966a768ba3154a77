import type { ConventionReader } from "../reading/read-span.js";
import { readAiSdk } from "./ai-sdk.js";
import { readOtelGenAi } from "./otel-genai.js";
import { readOwn } from "./own.js";

/** In the order in which they are asked: the more particular a convention, the earlier. */
export const conventions: readonly ConventionReader[] = [readOwn, readOtelGenAi, readAiSdk];
