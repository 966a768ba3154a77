import { instrumentModule, instrumentRequired } from "./instrumentation.js";
import { importBuild } from "./load-openai.js";

/**
 * Records the calls of every OpenAI client of a process, without a change to its code:
 *
 * `node --import rehearsal/instrumentation/register app.mjs`
 *
 * Imported and required clients are recorded alike. It needs no module loader hooks, since it changes the classes of the
 * package itself; so it does not see an openai that is bundled into the app, nor one that is installed for another
 * package alone and can't be resolved from the app's own file or the working folder. It loads both builds of openai
 * before the app does. With openai 4, an app that imports `openai/shims/web` has to use `wrapOpenAI` instead.
 *
 * It registers nothing with OpenTelemetry, whose first registration keeps out any later one: a provider of the app's own
 * stays the one, and where there is none a run sets up what it needs.
 */
export { instrumentation } from "./instrumentation.js";

for (const { imported } of instrumentRequired()) instrumentModule(await importBuild(imported));
