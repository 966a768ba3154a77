import { access } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { AnyGolden } from "../golden/any-golden.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import { formatOf } from "../golden/files/format.js";
import { EvaluationDataset } from "../golden/evaluation-dataset.js";

/** What a file of goldens holds: nothing, where there is none yet. Throws where it can't be written to as one. */
export async function goldensIn(file: string): Promise<readonly AnyGolden[]> {
  formatOf(file);
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  return isThere ? (await EvaluationDataset.load(file)).goldens : [];
}

/** The id of a golden, with a number where the file has another conversation of that id: both are kept. */
export function freeId(golden: ConversationalGolden, saved: readonly AnyGolden[]): string {
  const isTaken = (id: string): boolean =>
    saved.some((each) => each.id === id && !isDeepStrictEqual(scriptIn(each), scriptIn(golden)));
  let id = golden.id;
  for (let nth = 2; isTaken(id); nth += 1) id = `${golden.id}-${String(nth)}`;
  return id;
}

/** As a file gives it back. */
const scriptIn = ({ metadata }: AnyGolden): unknown => JSON.parse(JSON.stringify(metadata?.script ?? null));

/** Adds goldens to a file; those that it holds already stay, but for those of the same id, which hold the same conversation. */
export async function keepGoldens(file: string, found: readonly ConversationalGolden[]): Promise<void> {
  if (found.length === 0) return;
  const before = await goldensIn(file);
  const kept = before.filter(({ id }) => !found.some((each) => each.id === id));
  await new EvaluationDataset([...kept, ...found]).save(file);
}
