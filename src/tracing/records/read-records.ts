import { isObject } from "../reading/json-text.js";
import type { PlainSpan } from "../reading/plain-span.js";
import { langSmith } from "./langsmith.js";
import { mastra } from "./mastra.js";
import { openAiAgents } from "./openai-agents.js";
import type { Fields, RecordKind } from "./record-kind.js";

const kinds: readonly RecordKind[] = [openAiAgents, langSmith, mastra];

/** Reads records of all known kinds. `unknown` counts those that are of none, or too damaged to be read. */
export function readRecords(records: readonly unknown[]): {
  readonly spans: readonly PlainSpan[];
  readonly unknown: number;
} {
  const byKind = new Map<RecordKind, Fields[]>();
  let unknown = 0;
  for (const record of records) {
    const kind = kindOf(record);
    if (kind === undefined) unknown += 1;
    else byKind.set(kind, [...(byKind.get(kind) ?? []), record as Fields]);
  }
  const spans: PlainSpan[] = [];
  for (const [kind, all] of byKind) {
    const read = kind.reader(all);
    for (const record of all) {
      try {
        spans.push(...read(record));
      } catch {
        unknown += 1;
      }
    }
  }
  return { spans, unknown };
}

function kindOf(record: unknown): RecordKind | undefined {
  try {
    return isObject(record) ? kinds.find(({ fits }) => fits(record)) : undefined;
  } catch {
    return undefined;
  }
}
