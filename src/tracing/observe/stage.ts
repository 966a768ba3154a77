import { createContextKey, type Context } from "@opentelemetry/api";
import { RehearsalError } from "../../errors.js";
import { nearestKey } from "../../test-case/nearest-key.js";
import { spanKinds, type SpanKind } from "../../test-case/trace.js";
import { described } from "../../test-case/unknown-option.js";
import { activeContext, within } from "../context.js";
import type { SpanUpdate } from "./update.js";

const STAGES = createContextKey("rehearsal.stages.1");

/** What a span will have that has not begun yet. */
export interface SpanStage extends SpanUpdate {
  /** Of which type the span is. Default: whichever comes first. */
  readonly type?: SpanKind | undefined;
}

interface Stage {
  readonly type: SpanKind | undefined;
  readonly update: SpanUpdate;
  taken: boolean;
}

/**
 * Runs `work` so that the first span of that type which begins within it has these fields, as if `updateCurrentSpan` had
 * set them there: for spans that somebody else's code opens, where there is no place to call that. Later spans have
 * nothing of it. Stages within stages each go to the first span that fits. Throws a RehearsalError where `work` is no
 * function, or there is no such type.
 *
 * @example
 * const answer = await stageNextSpan({ type: "llm", costPerInputToken: 2e-6, costPerOutputToken: 8e-6 }, () => client.chat());
 */
export function stageNextSpan<T>(stage: SpanStage, work: () => T): T {
  const fault = stageFault(stage, work);
  if (fault !== undefined) throw new RehearsalError("invalid_input", `stageNextSpan: ${fault}`);
  const { type, ...update } = stage;
  const here = activeContext();
  const staged: Stage = { type, update, taken: false };
  return within(here.setValue(STAGES, [...stagesIn(here), staged]), work);
}

function stageFault(stage: unknown, work: unknown): string | undefined {
  if (typeof stage !== "object" || stage === null || Array.isArray(stage))
    return `give the fields of the span first, then the work; got ${described(stage)}`;
  if (typeof work !== "function") return `give a function that does the work, after the fields; got ${described(work)}`;
  const type: unknown = "type" in stage ? stage.type : undefined;
  if (type === undefined || (spanKinds as readonly unknown[]).includes(type)) return undefined;
  const near = typeof type === "string" ? nearestKey(type, spanKinds) : undefined;
  const hint = near === undefined ? "" : ` (did you mean "${near}"?)`;
  return `unknown type ${described(type)}${hint}; known types: ${spanKinds.join(", ")}`;
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
