import type { InterceptPlan } from "../../environment/interception/intercept-tools.js";
import type { Environment } from "../../environment/world/environment.js";
import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import { isToolPattern } from "../../test-case/tool-pattern.js";
import type { InvariantContext } from "./invariant.js";

/** What surrounds the agent, as far as it tells of tools. */
export interface ToolSurroundings {
  readonly environment?: Environment | undefined;
  readonly intercept?: InterceptPlan | undefined;
}

export function contextOf(
  golden: ConversationalGolden,
  { environment, intercept }: ToolSurroundings,
): InvariantContext {
  const forbidden = (golden.forbiddenTools ?? []).filter((name) => !isToolPattern(name));
  const named = [...toolsOf(golden), ...forbidden, ...(intercept?.rules.keys() ?? [])];
  const declared = Object.entries(
    (environment?.tools ?? {}) as { readonly [name: string]: { readonly write?: boolean } },
  );
  return {
    golden,
    tools: new Map<string, boolean | undefined>([
      ...named.map((name) => [name, undefined] as const),
      ...declared.map(([name, { write = false }]) => [name, write] as const),
    ]),
  };
}

/** The tools that a golden speaks of as such that may be called. */
export const toolsOf = ({
  expectedTools = [],
  goldenActions = [],
  confirmBefore = [],
}: ConversationalGolden): string[] => [
  ...new Set(
    [...expectedTools, ...goldenActions]
      .map(({ name }) => name)
      .concat(confirmBefore.filter((name) => !isToolPattern(name))),
  ),
];
