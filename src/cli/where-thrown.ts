/** The first place in the user's own files that a stack names: `/app/agent.js:4:7`. */
export function whereThrown(stack: string): string | undefined {
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  const own = frames.find((line) => isOwn(line) && /:\d+:\d+\)?$/.test(line));
  return own === undefined ? undefined : placeIn(own);
}

/** Not of Node, nor of a package. */
export const isOwn = (frame: string): boolean => !/node:|node_modules/.test(frame);

/** `at answer (file:///app/agent.js:4:7)` → `/app/agent.js:4:7`. */
export const placeIn = (frame: string): string =>
  frame
    .trim()
    .replace(/^at (?:async )?(?:.*\()?(?:file:\/\/)?/, "")
    .replace(/\)$/, "");

/** The stack of anything that was thrown, without ever throwing itself. */
export function stackOf(thrown: unknown): string {
  try {
    return thrown instanceof Error && typeof thrown.stack === "string" ? thrown.stack : "";
  } catch {
    return "";
  }
}
