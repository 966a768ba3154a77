import { quietly } from "../faults.js";
import type { ReadSpan } from "../reading/read-span.js";
import { readStated } from "../reading/stated.js";
import { withUpdate, type Additions } from "./additions.js";
import { costOf } from "./cost.js";
import { statedJson } from "./stated-json.js";
import { doubtful } from "./doubts.js";
import type { SpanUpdate } from "./update.js";

/** Additions from updates, one after the other. */
export function additionsOf(
  updates: readonly SpanUpdate[],
  doubt: (told: string) => void = () => undefined,
): Additions | undefined {
  let additions: Additions | undefined;
  for (const update of updates)
    quietly("updating a span", () => {
      additions = withUpdate(additions, update, (fault) => doubt(doubtful("stageNextSpan", fault)));
    });
  return additions;
}

/** A span that somebody else recorded, with what was staged for it. */
export function withAdditions(span: ReadSpan, updates: readonly SpanUpdate[]): ReadSpan {
  const doubts: string[] = [];
  const additions = additionsOf(updates, (told) => void doubts.push(told));
  if (additions === undefined) return span;
  const stated = readStated(additions.stated);
  const told = (key: "input" | "output") =>
    updates.map((update) => statedJson(key, update[key])).findLast((value) => value !== undefined);
  const counted = {
    ...additions,
    ...numberAs("inputTokens", additions.inputTokens ?? span.tokens?.input),
    ...numberAs("outputTokens", additions.outputTokens ?? span.tokens?.output),
  };
  const [cached, reasoning] = [
    additions.cachedInputTokens ?? span.tokens?.cached,
    additions.reasoningTokens ?? span.tokens?.reasoning,
  ];
  const [input, output] = [counted.inputTokens ?? null, counted.outputTokens ?? null];
  const saysTokens = additions.inputTokens !== undefined || additions.outputTokens !== undefined;
  return {
    ...span,
    name: additions.name ?? span.name,
    input: told("input") ?? span.input,
    output: told("output") ?? span.output,
    model: additions.model ?? span.model,
    metadata: additions.metadata === undefined ? span.metadata : { ...span.metadata, ...additions.metadata },
    stated: stated === undefined ? span.stated : { ...span.stated, ...stated },
    declared: stated?.toolsCalled ?? span.declared,
    documents: stated?.retrievalContext ?? span.documents,
    tokens:
      saysTokens || cached !== undefined || reasoning !== undefined
        ? {
            input,
            output,
            total: saysTokens
              ? input === null || output === null
                ? null
                : input + output
              : (span.tokens?.total ?? null),
            ...(cached !== undefined && { cached }),
            ...(reasoning !== undefined && { reasoning }),
          }
        : span.tokens,
    costUsd: costOf(counted, {}) ?? span.costUsd,
    metrics: additions.metrics ?? span.metrics,
    missing: doubts.length === 0 ? span.missing : [...(span.missing ?? []), ...doubts],
  };
}

const numberAs = (key: "inputTokens" | "outputTokens", value: number | null | undefined) =>
  typeof value === "number" ? { [key]: value } : {};
