import { createContextKey, type Context } from "@opentelemetry/api";
import type { SpanKind } from "../../test-case/trace.js";
import { activeContext, within } from "../context.js";
import type { SpanUpdate } from "./update.js";

const STAGES = createContextKey("rehearsal.stages.1");

/** What a span will have that has not begun yet. */
export interface SpanStage extends SpanUpdate {
  /** Of which type the span is. Default: whichever comes first. */
  readonly type?: SpanKind;
}

interface Stage {
  readonly type: SpanKind | undefined;
  readonly update: SpanUpdate;
  taken: boolean;
}

/**
 * Runs `work` so that the first span of that type which begins within it has these fields, as if `updateCurrentSpan` had
 * set them there: for spans that somebody else's code opens, where there is no place to call that. Later spans have
 * nothing of it. Stages within stages each go to the first span that fits.
 *
 * @example
 * const answer = await stageNextSpan({ type: "llm", costPerInputToken: 2e-6, costPerOutputToken: 8e-6 }, () => client.chat());
 */
export function stageNextSpan<T>({ type, ...update }: SpanStage, work: () => T): T {
  const here = activeContext();
  const stage: Stage = { type, update, taken: false };
  return within(here.setValue(STAGES, [...stagesIn(here), stage]), work);
}

const none: readonly Stage[] = [];
const stagesIn = (context: Context): readonly Stage[] =>
  (context.getValue(STAGES) as readonly Stage[] | undefined) ?? none;

/** Whether something waits for a span that begins here. */
export const isStaged = (context: Context): boolean => stagesIn(context).some(({ taken }) => !taken);

/** What was staged for a span of this kind that begins here; nobody else gets it. */
export function takeStaged(context: Context, kind: SpanKind): readonly SpanUpdate[] {
  const stages = stagesIn(context);
  if (stages === none) return [];
  return stages.flatMap((stage) => {
    if (stage.taken || (stage.type !== undefined && stage.type !== kind)) return [];
    stage.taken = true;
    return [stage.update];
  });
}
