import type { ConversationalGolden } from "../golden/conversational-golden.js";
import { onlyConversations } from "./only-conversations.js";
import { readGoldens } from "./read-goldens.js";
import { selectGoldens } from "./select-goldens.js";
import type { Shell } from "./shell.js";
import type { SimulateFlags } from "./simulate-flags.js";

export interface GoldensToHold {
  readonly goldens: readonly ConversationalGolden[];
  /** How much of the dataset is not among them, as in `2 rows of a.yaml could not be read`. */
  readonly leftOut: readonly string[];
  /** The same as a number of goldens. */
  readonly leftOutCount: number;
  /** A line for each fault in the rows that could not be read. */
  readonly unreadable: readonly string[];
}

/** The conversations of a dataset that the flags ask for; what is left out is told. */
export async function goldensToHold(
  dataset: string,
  { only, trials }: Pick<SimulateFlags, "only" | "trials">,
  { cwd, err }: Pick<Shell, "cwd" | "err">,
): Promise<GoldensToHold> {
  const read = await readGoldens(dataset, cwd);
  for (const line of read.unreadable) err(`${line}\n`);
  const chosen = onlyConversations(selectGoldens(read.goldens, only ?? []), dataset);
  if (chosen.told !== undefined) err(`${chosen.told}\n`);
  return {
    goldens: chosen.conversations.map((golden) => (trials === undefined ? golden : { ...golden, trials })),
    leftOut: [read.incomplete, chosen.incomplete].filter((it) => it !== undefined),
    leftOutCount: read.rows + chosen.questions,
    unreadable: read.unreadable,
  };
}
