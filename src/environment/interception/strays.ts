import { isDeepStrictEqual } from "node:util";
import { whyGuarded, type Guarded } from "./guard.js";
import { isHandOver } from "./hand-over.js";
import type { Handled } from "./handled.js";
import type { NumberedCall } from "./outermost-calls.js";
import { isCallOf } from "./same-tool.js";

/** A call that was carried out although it should not have been, or not as it is. */
export interface Stray extends NumberedCall {
  /** Why not, in words. */
  readonly why: string;
}

export interface Compared {
  readonly strays: readonly Stray[];
  /** What came by and is not among the calls: it may be on record a turn later. */
  readonly left: readonly Handled[];
}

/** What providers run on their own side, and only reads. */
const hosted: ReadonlySet<string> = new Set(["web_search", "web_search_preview", "file_search"]);

const isHarmless = ({ call }: NumberedCall): boolean => isHandOver(call) || hosted.has(call.name);

/**
 * Holds the calls on record against those that came by. Every call that came by accounts for one on record: for one of the
 * same arguments, or else (they may be recorded in part, or not at all) for any of its tool.
 */
export function straysAmong(calls: readonly NumberedCall[], handled: readonly Handled[], guarded: Guarded): Compared {
  const left = [...handled];
  const take = ({ call }: NumberedCall, fits: (each: Handled) => boolean): boolean => {
    const index = left.findIndex((each) => isCallOf(call, each.name) && fits(each));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  };
  const equals = ({ call }: NumberedCall, { args }: Handled): boolean => isDeepStrictEqual(call.inputParameters, args);
  // What was refused must not account for a second call that got through.
  for (const each of calls) if (each.call.executed === false) take(each, (one) => one.refused && equals(each, one));
  const ran = calls.filter(({ call }) => call.executed !== false);
  const unlike = ran.filter((each) => !take(each, (one) => equals(each, one)));
  const unknown = unlike.filter((each) => !take(each, () => true));
  return {
    left,
    strays: unknown.flatMap((each) => {
      const why = whyGuarded({ ...each.call, ...(isHarmless(each) && { write: false }) }, guarded);
      return why === undefined ? [] : [{ ...each, why }];
    }),
  };
}
