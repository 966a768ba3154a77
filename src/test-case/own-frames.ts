/** All of this package, as stacks name it. */
const home = new URL("../", import.meta.url);
const isOwn = (frame: string): boolean =>
  frame.includes(home.href) || frame.includes(decodeURIComponent(home.pathname));

/** What calls functions within a context, and is nobody's own code either. */
const between = /\bnode:|[\\/]@opentelemetry[\\/](?:api|context-async-hooks)[\\/]/;

/** Whether a line of a stack is a frame that is neither ours nor between. */
export const isTheirs = (line: string): boolean => /^\s+at /.test(line) && !isOwn(line) && !between.test(line);

/** The frames of what was thrown that are neither ours nor between. None: it has no stack. */
export function ownFramesOf(thrown: unknown): readonly string[] {
  const stack = thrown instanceof Error ? thrown.stack : undefined;
  return (typeof stack === "string" ? stack : "").split("\n").filter(isTheirs);
}
