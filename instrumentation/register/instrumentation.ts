import { dirname } from "node:path";
import { quietly } from "../../src/tracing/instrument.js";
import { OpenAIInstrumentation } from "../openai/index.js";
import { buildsFrom, requireBuild, type Builds } from "./load-openai.js";

/** Of every client of this process. */
export const instrumentation = new OpenAIInstrumentation();

/** Records what is required, and tells where else openai is. Warns where it is nowhere. */
export function instrumentRequired(): readonly Builds[] {
  const script = process.argv[1];
  const folders = [...new Set([...(script === undefined ? [] : [dirname(script)]), process.cwd()])];
  const builds = buildsFrom(folders);
  for (const { required } of builds) instrumentModule(requireBuild(required));
  if (builds.length === 0 && script !== undefined) {
    const message = `rehearsal/instrumentation/register found no openai package from ${folders.join(" or ")}, so no calls of it are recorded. Install openai there, or use wrapOpenAI(client) where the client is made.`;
    process.emitWarning(message, { type: "RehearsalWarning", code: "REHEARSAL_NO_OPENAI" });
  }
  return builds;
}

export function instrumentModule(module: object | undefined): void {
  if (module !== undefined) quietly("instrumenting openai", () => instrumentation.manuallyInstrument(module));
}
