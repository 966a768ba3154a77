import { ownFramesOf } from "../test-case/own-frames.js";

/** Where it was thrown, as `at file:line:column`: in the user's own files, else in a package that is neither node nor this. */
export function placeOf(thrown: unknown): string | undefined {
  const frames = framesOf(thrown).filter((line) => /:\d+:\d+\)?$/.test(line));
  const frame = frames.find((line) => !/[\\/]node_modules[\\/]/.test(line)) ?? frames[0];
  return frame === undefined
    ? undefined
    : `at ${/\(?([^\s()]+:\d+:\d+)\)?$/.exec(frame)?.[1] ?? frame.trim().slice(3)}`;
}

function framesOf(thrown: unknown): readonly string[] {
  try {
    return ownFramesOf(thrown);
  } catch {
    return [];
  }
}
