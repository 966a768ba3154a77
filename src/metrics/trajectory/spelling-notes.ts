import { isSameTool, lettersApart, toolKey } from "../../test-case/tool-names.js";

/** The name of a list that a called tool goes by, exactly or else spelled in another way. */
export const namedTool = (called: string, names: readonly string[]): string | undefined =>
  names.find((name) => name === called) ?? names.find((name) => isSameTool(called, name));

/** The called tool whose name is nearly a given one, which may be a slip; undefined where none is. */
export function nearlyCalled(named: string, called: readonly string[]): string | undefined {
  const { length } = toolKey(named);
  const limit = length < 5 ? 0 : length < 10 ? 1 : 2;
  return called.find((name) => {
    const far = lettersApart(name, named);
    return far > 0 && far <= limit;
  });
}

/** `forbiddenTools names refund_ordr, which was not called, but refund_order was: check the spelling`, for each such name. */
export const spellingNotes = (field: string, names: readonly string[], called: readonly string[]): readonly string[] =>
  names.flatMap((name) => {
    if (called.some((other) => isSameTool(other, name))) return [];
    const near = nearlyCalled(
      name,
      called.filter((other) => namedTool(other, names) === undefined),
    );
    return near === undefined
      ? []
      : [`${field} names ${name}, which was not called, but ${near} was: check the spelling`];
  });
