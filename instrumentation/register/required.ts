import { instrumentModule, instrumentRequired } from "./instrumentation.js";
import { requireBuild } from "./load-openai.js";

/**
 * The same for `node --require rehearsal/instrumentation/register app.cjs`, which can't wait for an import. Prefer
 * `--import`: with a loader such as tsx, what is imported is not what was required here.
 */
export { instrumentation } from "./instrumentation.js";

for (const { imported } of instrumentRequired()) instrumentModule(requireBuild(imported));
