import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import { scriptOf, type Script } from "./script.js";

/** Which script is played in a conversation over a golden. Undefined: none. */
export type ScriptFor = (golden: ConversationalGolden) => Script | undefined;

/**
 * The script that a golden carries in `metadata.script`, as far as it is one: what has no `turns` is something of the
 * user's own by that name. Throws a RehearsalError where it has and is no script.
 */
export const playedScript: ScriptFor = (golden) => {
  const given = golden.metadata?.["script"];
  return typeof given === "object" && given !== null && "turns" in given ? scriptOf(golden) : undefined;
};
