const foreign = /\bnode:|[\\/]node_modules[\\/]/;

/**
 * The frames of a suite's definition that are the user's own: whoever loads the file stands below them, and tells nobody
 * where to look. All of them, where the user's own code lies in a package.
 */
export function userFrames(frames: string): string {
  const own = frames.split("\n").filter((line) => !foreign.test(line));
  return own.length === 0 ? frames : own.join("\n");
}
