import { onlyReads } from "../../environment/interception/reads.js";
import type { ConversationalTestCase } from "../../test-case/conversational-test-case.js";
import type { JsonValue } from "../../test-case/json.js";
import { knownCalls, type LocatedCall } from "../../test-case/located-calls.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import type { InvariantContext } from "./invariant.js";

/** Which tools change something: a list of names, or a test of a name. */
export type Writes = readonly string[] | ((tool: string) => boolean);

/** Tells what writes: as given, else as declared by the environment, else by the name, as `interceptTools` does. */
export function writesIn({ tools }: InvariantContext, writes: Writes | undefined): (tool: string) => boolean {
  if (typeof writes === "function") return writes;
  if (writes !== undefined) return (tool) => writes.includes(tool);
  return (tool) => !onlyReads(tool, tools.get(tool));
}

/** An answer that says of itself that it is an error. */
const saysError = (output: JsonValue | undefined): boolean => {
  if (typeof output !== "object" || output === null || Array.isArray(output)) return false;
  const { error, ok, success, isError } = output as { readonly [key: string]: JsonValue };
  return Boolean(error) || ok === false || success === false || isError === true;
};

export const failed = ({ error, output }: ToolCall): boolean => error !== undefined || saysError(output);
export const succeeded = (call: ToolCall): boolean => call.executed !== false && !failed(call);

/** All calls in order, those of turns that the golden began with too: for what an agent may build upon. */
export function callsWithSeeded(testCase: ConversationalTestCase): readonly LocatedCall[] {
  const { turns, seededTurns = 0 } = testCase;
  const seeded = turns
    .slice(0, seededTurns)
    .flatMap(({ toolsCalled = [] }, index) =>
      toolsCalled.map((call, at): LocatedCall => ({ call, turn: index + 1, position: at + 1 })),
    );
  return [...seeded, ...knownCalls(testCase).calls];
}
