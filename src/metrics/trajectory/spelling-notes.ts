import type { TestCase } from "../../test-case/metric.js";
import { isSameTool, lettersApart, toolKey, wordsOf } from "../../test-case/tool-names.js";
import { isToolPattern, matchesTool } from "../../test-case/tool-pattern.js";

/** The name of a list that a called tool goes by: exactly, spelled in another way, or by a pattern. */
export const namedTool = (called: string, names: readonly string[]): string | undefined =>
  names.find((name) => name === called) ??
  names.find((name) => isSameTool(called, name)) ??
  names.find((name) => isToolPattern(name) && matchesTool(called, name));

/** A name of a list that may be a slip for that of a tool which was called. */
export interface Slip {
  readonly named: string;
  readonly called: string;
}

/**
 * The first name of a list that was not called and is nearly that of a tool which was, and which the test case speaks of
 * nowhere: then it can't be told whether the two are one. Names that are short, or whose words begin otherwise (`block_card`
 * and `lock_card`), are others.
 */
export function slipIn(names: readonly string[], called: readonly string[], testCase: TestCase): Slip | undefined {
  const { expectedTools = [], goldenActions = [], forbiddenTools = [], confirmBefore = [] } = testCase;
  const { permittedTools = [] } = testCase;
  const known = [
    ...[...expectedTools, ...goldenActions].map(({ name }) => name),
    ...[...names, ...forbiddenTools, ...confirmBefore, ...permittedTools],
  ];
  const strange = called.filter((name) => namedTool(name, known) === undefined);
  for (const named of names) {
    if (isToolPattern(named) || called.some((name) => isSameTool(name, named))) continue;
    const near = strange.find((name) => isNear(name, named));
    if (near !== undefined) return { named, called: near };
  }
  return undefined;
}

function isNear(called: string, named: string): boolean {
  const { length } = toolKey(named);
  const limit = length < 5 ? 0 : length < 10 ? 1 : 2;
  const far = lettersApart(called, named);
  if (far === 0 || far > limit) return false;
  const [ours, theirs] = [wordsOf(named), wordsOf(called)];
  return ours.length !== theirs.length || ours.every((word, at) => word[0] === theirs[at]?.[0]);
}

/** Why it can't be told whether a tool of the list was called, and what to do. */
export const slipReason = (field: string, { named, called }: Slip): string =>
  `${field} names ${named}, which was not called, but ${called} was: is that a slip in the name? If there are both, ` +
  `expect the one that was called: expectedTools: [{ name: ${called}, optional: true }]`;
