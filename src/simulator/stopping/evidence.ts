import type { JsonValue } from "../../test-case/json.js";
import type { Turn } from "../../test-case/turn.js";

/** A conversation as a judge sees it: numbered turns, and what the agent is known to have done. */
export function evidenceOf(turns: readonly Turn[]): JsonValue {
  return turns.map(({ role, content, toolsCalled }, at) => ({
    turn: at + 1,
    role,
    content,
    ...(toolsCalled === undefined
      ? {}
      : {
          toolsCalled: toolsCalled.map(({ name, inputParameters, output, error }) => ({
            name,
            ...(inputParameters !== undefined && { inputParameters }),
            ...(output !== undefined && { output }),
            ...(error !== undefined && { error }),
          })),
        }),
  }));
}
