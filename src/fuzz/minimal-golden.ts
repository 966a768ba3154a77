import { INVARIANT_KEY } from "../evaluation/invariants/invariant-metric.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { JsonObject } from "../test-case/json.js";
import type { Violation } from "./judge.js";
import { scriptToKeep, type Script } from "../simulator/script/script.js";

/** What a whole conversation should lead to: of one that is cut down to a failure it can't be asked. */
const ofTheWhole = [
  "expectedOutcome",
  "expectedTools",
  "toolMatch",
  "mustCommunicate",
  "expectedState",
  "goldenActions",
  "budgets",
  "expectations",
  "expectedLabels",
  "trials",
] as const satisfies readonly (keyof ConversationalGolden)[];

/**
 * The golden of a conversation that broke an invariant: its own with the script and the name of the invariant in its
 * `metadata`, by which `rehearsal simulate` holds it again and sees whether it is broken still, and without what only
 * the whole conversation could fulfil. What must not happen in any is kept, so that `assertTest` finds it too.
 */
export function minimalGolden(
  golden: ConversationalGolden,
  script: Script,
  { violation, seed, run }: { readonly violation: Violation; readonly seed: string; readonly run: number },
): ConversationalGolden {
  const dropped: readonly string[] = ofTheWhole;
  const kept = Object.fromEntries(Object.entries(golden).filter(([key]) => !dropped.includes(key)));
  const { invariant, about, message } = violation;
  return {
    ...(kept as unknown as ConversationalGolden),
    id: [golden.id, "fuzz", invariant, ...(about === undefined ? [] : [slug(about)])].join("-"),
    comments: `Found by fuzz (seed ${seed}, run ${String(run)}): ${message}`,
    metadata: {
      ...golden.metadata,
      script: scriptToKeep(script) as unknown as JsonObject,
      [INVARIANT_KEY]: invariant,
    },
  };
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^-|-$/g, "");
